import { expect, test } from "vitest";
import { sha256 } from "./sha256";

test("hashes are those of everybody else, whatever the length", async () => {
  expect(sha256("")).toBe("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  for (let length = 1; length < 200; length += 7) {
    const text = "天下 tenka ".repeat(length).slice(0, length);
    const theirs = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
    expect(sha256(text)).toBe([...theirs].map((byte) => byte.toString(16).padStart(2, "0")).join(""));
  }
});
