/** A tree of plies: a game with what else could have been played, and notes. It knows no game. */

import type { AnyPosition } from "../games/title";
import type { AnalysisNode, PlyInfo } from "../messages";
import { merge } from "./patch";

/** Stands for the start, before all plies. */
export const START = -1;

export interface TreeNode {
  parent: number;
  ply: PlyInfo;
  note: string;
  /** After the ply. */
  position: AnyPosition;
  /** The first goes on the line, the others are variations. */
  children: number[];
}

/** A line of a list of moves: a ply, and how deep in variations it is. */
export interface TreeRow {
  node: number;
  depth: number;
  /** Whether a variation begins with it. */
  isBranch: boolean;
}

const headOf = (line: string): string => line.split(";")[0]!.trim();

export class Tree {
  /** By number; numbers stay, whatever is removed. */
  readonly nodes: Map<number, TreeNode>;
  readonly start: AnyPosition;
  readonly note: string;
  readonly roots: number[];

  constructor(start: AnyPosition, note: string, nodes: Map<number, TreeNode> = new Map(), roots: number[] = []) {
    this.start = start;
    this.note = note;
    this.nodes = nodes;
    this.roots = roots;
  }

  static of(start: AnyPosition, note: string, given: AnalysisNode[]): Tree {
    const tree = new Tree(start, note);
    given.forEach(({ parent, ply, note, changes }, number) => {
      const position = merge(tree.positionAt(parent), changes);
      tree.nodes.set(number, { parent, ply, note, position, children: [] });
      tree.childrenOf(parent).push(number);
    });
    return tree;
  }

  childrenOf(node: number): number[] {
    return node === START ? this.roots : this.nodes.get(node)!.children;
  }

  parentOf(node: number): number {
    return this.nodes.get(node)?.parent ?? START;
  }

  positionAt(node: number): AnyPosition {
    return node === START ? this.start : this.nodes.get(node)!.position;
  }

  noteAt(node: number): string {
    return node === START ? this.note : this.nodes.get(node)!.note;
  }

  /** The numbers of all plies that lead to a node. */
  pathTo(node: number): number[] {
    const path: number[] = [];
    for (let at = node; at !== START; at = this.parentOf(at)) path.unshift(at);
    return path;
  }

  /** The same as lines of a record. */
  lineTo(node: number): string[] {
    return this.pathTo(node).map((each) => this.nodes.get(each)!.ply.line);
  }

  /** The last ply of the line that goes on from a node. */
  endOf(node: number): number {
    let at = node;
    for (let next = this.childrenOf(at)[0]; next !== undefined; next = this.childrenOf(at)[0]) at = next;
    return at;
  }

  /** The next variation beside a node, or the one before it. */
  beside(node: number, step: 1 | -1): number {
    if (node === START) return START;
    const siblings = this.childrenOf(this.parentOf(node));
    return siblings[siblings.indexOf(node) + step] ?? node;
  }

  // --- changes: each gives a new tree, so that the old one can still be shown ---

  /** With a ply after a node; if it is there already, that one. */
  add(parent: number, ply: PlyInfo, position: AnyPosition): [Tree, number] {
    const known = this.childrenOf(parent).find((each) => headOf(this.nodes.get(each)!.ply.line) === headOf(ply.line));
    if (known !== undefined) return [this, known];
    const tree = this.#copy();
    const number = Math.max(START, ...tree.nodes.keys()) + 1;
    tree.nodes.set(number, { parent, ply, note: "", position, children: [] });
    tree.childrenOf(parent).push(number);
    return [tree, number];
  }

  /** Without a node and all that follows it. */
  remove(node: number): Tree {
    const tree = this.#copy();
    const siblings = tree.childrenOf(tree.parentOf(node));
    siblings.splice(siblings.indexOf(node), 1);
    const gone = [node];
    for (let each = gone.pop(); each !== undefined; each = gone.pop()) {
      gone.push(...tree.childrenOf(each));
      tree.nodes.delete(each);
    }
    return tree;
  }

  /** With a variation as the line, and the line as a variation. */
  promote(node: number): Tree {
    const tree = this.#copy();
    const siblings = tree.childrenOf(tree.parentOf(node));
    siblings.splice(siblings.indexOf(node), 1);
    siblings.unshift(node);
    return tree;
  }

  annotate(node: number, note: string): Tree {
    if (node === START) return this.#copy(note);
    const tree = this.#copy();
    tree.nodes.set(node, { ...tree.nodes.get(node)!, note });
    return tree;
  }

  #copy(note = this.note): Tree {
    const copied = ([number, node]: [number, TreeNode]): [number, TreeNode] => [
      number,
      { ...node, children: [...node.children] },
    ];
    return new Tree(this.start, note, new Map([...this.nodes].map(copied)), [...this.roots]);
  }

  // --- as rows and as a text ---

  /** All plies in the order of the text: behind a ply the variations that replace it, then what follows it. */
  rows(): TreeRow[] {
    const rows: TreeRow[] = [];
    const follow = (from: number, depth: number): void => {
      for (let at = from; this.childrenOf(at).length > 0;) {
        const [main, ...others] = this.childrenOf(at);
        rows.push({ node: main!, depth, isBranch: false });
        for (const other of others) {
          rows.push({ node: other, depth: depth + 1, isBranch: true });
          follow(other, depth + 1);
        }
        at = main!;
      }
    };
    follow(START, 0);
    return rows;
  }

  /** The text of a record with variations; `closing` belongs behind a main line that ends where it did. */
  write(head: string[], closing: string[]): string {
    const lines = [...head, ...noteLines(this.note)];
    const put = (node: number): void => {
      const { ply, note } = this.nodes.get(node)!;
      lines.push(ply.line, ...noteLines(note));
    };
    const follow = (from: number): void => {
      for (let at = from; this.childrenOf(at).length > 0;) {
        const [main, ...others] = this.childrenOf(at);
        put(main!);
        for (const other of others) {
          lines.push("(");
          put(other);
          follow(other);
          lines.push(")");
        }
        at = main!;
      }
    };
    follow(START);
    return [...lines, ...closing, ""].join("\n");
  }
}

const noteLines = (note: string): string[] =>
  note.trim() === "" ? [] : note.split("\n").map((line) => `note ${line}`);
