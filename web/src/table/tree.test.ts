import { expect, test } from "vitest";
import type { AnyPosition } from "../games/title";
import type { AnalysisNode, PlyInfo } from "../messages";
import { START, Tree } from "./tree";

const ply = (line: string): PlyInfo => ({ seat: 0, line, kind: "turn", tokens: [], takes: [], draws: [] });
const at = (place: string): AnyPosition => ({ game: "any", place }) as AnyPosition;
const node = (parent: number, line: string, note = ""): AnalysisNode => ({
  parent,
  ply: ply(line),
  note,
  changes: { place: line },
});

/** a b c, and instead of b: d e, or f. */
const tree = (): Tree =>
  Tree.of(at("start"), "Begin", [
    node(START, "a"),
    node(0, "b", "two\nlines"),
    node(0, "d"),
    node(2, "e"),
    node(0, "f"),
    node(1, "c"),
  ]);

test("it is written with its variations behind the ply that they replace", () => {
  expect(tree().write(["[Game]", "", "deal"], ["end"])).toBe(
    "[Game]\n\ndeal\nnote Begin\na\nb\nnote two\nnote lines\n(\nd\ne\n)\n(\nf\n)\nc\nend\n",
  );
});

test("rows say how deep in variations a ply is", () => {
  const told = tree().rows();
  expect(told.map(({ node, depth, isBranch }) => [node, depth, isBranch])).toEqual([
    [0, 0, false],
    [1, 0, false],
    [2, 1, true],
    [3, 1, false],
    [4, 1, true],
    [5, 0, false],
  ]);
});

test("one walks along a line, and from one variation to the next", () => {
  const it = tree();
  expect(it.lineTo(3)).toEqual(["a", "d", "e"]);
  expect(it.positionAt(3)).toEqual(at("e"));
  expect(it.endOf(START)).toBe(5);
  expect(it.endOf(2)).toBe(3);
  expect([it.beside(1, 1), it.beside(2, 1), it.beside(4, 1), it.beside(2, -1), it.beside(0, 1)]).toEqual([
    2, 4, 4, 1, 0,
  ]);
  expect(it.beside(START, 1)).toBe(START);
});

test("a ply that is there already is gone to, and a new one is a variation", () => {
  const it = tree();
  const [same, known] = it.add(0, ply("d ; draw s1"), at("d"));
  expect([same, known]).toEqual([it, 2]);
  const [more, made] = it.add(1, ply("g"), at("g"));
  expect(more.childrenOf(1)).toEqual([5, made]);
  expect(it.childrenOf(1)).toEqual([5]);
});

test("what is removed goes with all that follows it", () => {
  const it = tree().remove(1);
  expect([...it.nodes.keys()]).toEqual([0, 2, 3, 4]);
  expect(it.write([], [])).toBe("note Begin\na\nd\n(\nf\n)\ne\n");
  const [next, made] = it.add(START, ply("h"), at("h"));
  expect(next.lineTo(made)).toEqual(["h"]);
});

test("a variation becomes the line", () => {
  expect(tree().promote(4).childrenOf(0)).toEqual([4, 1, 2]);
});

test("notes are kept, also on the start", () => {
  const it = tree().annotate(3, "why").annotate(START, "");
  expect(it.write([], [])).toBe("a\nb\nnote two\nnote lines\n(\nd\ne\nnote why\n)\n(\nf\n)\nc\n");
});
