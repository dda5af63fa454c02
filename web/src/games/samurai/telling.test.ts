import { beforeAll, describe, expect, test } from "vitest";
import { loadFronts } from "..";
import type { Entry } from "../../messages";
import { tellEntry } from "../../table/telling";
import { loadWords, type LanguageCode } from "../../words/language.svelte";
import type { AnyTitle } from "../title";
import { describeSpace, marksOf, placeName, tell, tellBriefly, tellMove } from "./telling";
import { BOARD, plyOf, positionOf, tellerOf } from "./testing";
import { words } from "./words";

beforeAll(async () => {
  await loadFronts();
  await words.open();
});

const take = (space: string, piece: string, taker: number | null) => ({ space, piece, taker });
const TURN = plyOf(
  "turn",
  1,
  ["s3@p14", "h1@r15", "done"],
  [take("o14", "rice", 1), take("o14", "castle", 1), take("o14", "buddha", null)],
);

describe.each<[LanguageCode, Record<string, string>]>([
  [
    "en",
    {
      turn: "Shōgun played Samurai 3 between Edo and Kamakura and Ship 1 at sea northeast of Kamakura. Shōgun took rice and castle of Edo. Nobody took Buddha of Edo: beside the board.",
      brief:
        "Shōgun took rice and castle of Edo. Nobody took Buddha of Edo: beside the board. Samurai 3 between Edo and Kamakura and Ship 1 at sea northeast of Kamakura.",
      own: "You passed.",
      put: "You put a castle on Niigata.",
      switch: "a switch of the Buddha of Kamakura and the castle of Edo",
      old: "a switch of the Buddha of Kamakura and the high helmet of Edo",
      move: "a move from between Niigata and Edo (northwest) to between Edo and Kamakura",
      hands: "Everybody has five tiles.",
      chose: "Shōgun chose five tiles.",
      sat: "You sat down.",
      taken: "Shōgun plays on for You.",
      space: "Edo, Buddha: You by 2, rice: tie, castle: nobody, 1 land space open, o14",
      lit: "between Edo and Kamakura, land, Shōgun: Rice 3, you can play here, p14",
    },
  ],
  [
    "de",
    {
      turn: "Shōgun: Samurai 3 zwischen Edo und Kamakura und Schiff 1 auf See nordöstlich von Kamakura. Reis und Burg in Edo an Shōgun. Buddha in Edo an niemanden: neben den Plan.",
      brief:
        "Reis und Burg in Edo an Shōgun. Buddha in Edo an niemanden: neben den Plan. Samurai 3 zwischen Edo und Kamakura und Schiff 1 auf See nordöstlich von Kamakura.",
      own: "Du: gepasst.",
      put: "Du: Burg nach Niigata.",
      switch: "Tausch von Buddha (Kamakura) und Burg (Edo)",
      old: "Tausch von Buddha (Kamakura) und Hoher Helm (Edo)",
      move: "Umzug, bisher zwischen Niigata und Edo (Nordwesten), nun zwischen Edo und Kamakura",
      hands: "Alle haben fünf Plättchen.",
      chose: "Fünf Plättchen gewählt: Shōgun.",
      sat: "Du hast dich hingesetzt.",
      taken: "Shōgun spielt weiter für dich.",
      space: "Edo, Buddha: Du mit 2 vorn, Reis: Gleichstand, Burg: niemand, 1 Landfeld offen, o14",
      lit: "zwischen Edo und Kamakura, Land, Shōgun: Reis 3, hier kannst du legen, p14",
    },
  ],
  [
    "ja",
    {
      turn: "将軍：江戸と鎌倉の間に侍 3、鎌倉の北東の海に船 1。 将軍が江戸の米、城を獲得。 江戸の仏像は盤の外へ。",
      brief: "将軍が江戸の米、城を獲得。 江戸の仏像は盤の外へ。 江戸と鎌倉の間に侍 3、鎌倉の北東の海に船 1。",
      own: "あなたはパスしました。",
      put: "あなたが新潟に城を置きました。",
      switch: "鎌倉の仏像と江戸の城の入替",
      old: "鎌倉の仏像と江戸の兜の入替",
      move: "新潟と江戸の間（北西側）から江戸と鎌倉の間へ移動",
      hands: "全員が五枚を手にしました。",
      chose: "将軍が五枚を選びました。",
      sat: "あなたが座りました。",
      taken: "将軍があなたに代わって打ちます。",
      space: "江戸, 仏像：あなたが2差で優勢, 米：同点, 城：なし, 空いた陸1, o14",
      lit: "江戸と鎌倉の間, 陸, 将軍の米 3, ここに打てます, p14",
    },
  ],
])("in %s", (code, told) => {
  beforeAll(() => loadWords(code));

  test("turns, with what they took", () => {
    expect(tell(tellerOf(), [TURN])).toBe(told.turn);
    expect(tellBriefly(tellerOf(), [TURN])).toBe(told.brief);
    expect(tell(tellerOf(), [plyOf("turn", 0, ["pass"])])).toBe(told.own);
    expect(tellBriefly(tellerOf(), [plyOf("turn", 0, ["pass"])])).toBe(told.own);
    expect(tell(tellerOf(), [plyOf("put", 0, ["c@o10"])])).toBe(told.put);
  });

  test("moves, in the words of the edition", () => {
    expect(tellMove(tellerOf(), "x:q15.b=o14.c")).toBe(told.switch);
    expect(tellMove(tellerOf({ edition: "1998" }), "x:q15.b=o14.c")).toBe(told.old);
    expect(tellMove(tellerOf(), "m:o13>p14")).toBe(told.move);
  });

  test("choices of first hands: all at once, or one after another", () => {
    expect(tell(tellerOf(), [plyOf("hand", 0, ["?"]), plyOf("hand", 1, ["?"])])).toBe(told.hands);
    expect(tell(tellerOf(), [plyOf("hand", 1, ["?"])])).toBe(told.chose);
  });

  test("what happens beside the play", () => {
    const say = (entry: object): string =>
      tellEntry({} as AnyTitle, tellerOf(), { number: 1, at: 0, ...entry } as Entry);
    expect(say({ kind: "seat_taken", seat: 0, name: "Ann", is_bot: false })).toBe(told.sat);
    expect(say({ kind: "taken_over", seat: 0, bot: "shogun", reason: "left" })).toBe(told.taken);
  });

  test("spaces, for those who hear the board", () => {
    const contest = (influence: number[], leader: number | null, margin: number) => ({ influence, leader, margin });
    const position = positionOf({
      tiles: { p14: { seat: 1, tile: "r3" } },
      settlements: {
        o14: {
          pieces: { buddha: contest([3, 1], 0, 2), rice: contest([2, 2], null, 0), castle: contest([0, 0], null, 0) },
          open: ["p14"],
        },
      },
    });
    expect(describeSpace(tellerOf(), position, "o14", false)).toBe(told.space);
    expect(describeSpace(tellerOf(), position, "p14", true)).toBe(told.lit);
  });
});

test("places have the names that the language gives them", async () => {
  await loadWords("ja");
  expect(placeName(BOARD, "q15")).not.toBe("Kamakura");
  await loadWords("en");
  expect(placeName(BOARD, "q15")).toBe("Kamakura");
  expect(placeName(BOARD, "r16")).toBe("far out southeast of Kamakura");
  expect(placeName(BOARD, "p15")).toBe("at sea between Edo and Kamakura");
  expect(placeName(BOARD, "a1")).toBe("a1");
});

test("a turn marks the spaces that it was about", () => {
  expect(marksOf([TURN])).toEqual(["p14", "r15", "o14", "o14", "o14"]);
});
