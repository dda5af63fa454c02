import { expect, test } from "vitest";
import type { TableInfo } from "../messages";
import { LobbyList } from "./lobby";

const table = (id: string, status: string, updated_at: number): TableInfo =>
  ({ id, status, updated_at }) as unknown as TableInfo;
const shown = (view: { tables: TableInfo[] }): string[] => view.tables.map(({ id }) => id);

test("differences lead to the same lobby as the whole", () => {
  const list = new LobbyList();
  const first = list.take({ type: "lobby", here: 3, tables: [table("a", "running", 1), table("b", "open", 2)] });
  expect(shown(first)).toEqual(["b", "a"]);
  const next = list.take({
    type: "lobby_changed",
    here: 4,
    gone: ["b", "unknown"],
    tables: [table("c", "open", 5), table("a", "running", 9), table("d", "running", 7)],
  });
  expect(shown(next)).toEqual(["c", "a", "d"]);
  expect(next.here).toBe(4);
  expect(shown(list.take({ type: "lobby", here: 0, tables: [table("e", "open", 1)] }))).toEqual(["e"]);
});
