// The moves of a game with what else has been tried: a tree, in which one place is shown.

import type { Branch, Made } from "./answers";

/** An arrow from one tile to another, or a ring around one. */
export interface Mark {
  from: string;
  to: string;
}

export interface Node {
  uci: string;
  san: string;
  player: number;
  comment: string;
  /** What somebody has drawn on the board here. */
  marks: Mark[];
  before: Node | undefined;
  /** What can follow; the first is the line itself. */
  next: Node[];
  /** Which of them was looked at last. */
  recent: Node | undefined;
}

function node(before: Node | undefined, { uci, san, player }: Made, comment = ""): Node {
  return { uci, san, player, comment, marks: [], before, next: [], recent: undefined };
}

export class Tree {
  readonly root = node(undefined, { uci: "", san: "", player: 0 });
  at = this.root;

  /** The tree that a text held. */
  static of(branches: Branch[]): Tree {
    const tree = new Tree();
    const nodes: Node[] = [];
    for (const branch of branches) {
      const before = branch.after === null ? tree.root : nodes[branch.after];
      const made = node(before, branch, branch.comment);
      before.next.push(made);
      nodes.push(made);
    }
    return tree;
  }

  /** Goes to where these moves lead; what is new becomes a variation. */
  follow(history: Made[]): void {
    let at = this.root;
    for (const made of history) {
      let next = at.next.find((known) => known.uci === made.uci);
      if (!next) {
        next = node(at, made);
        at.next.push(next);
      }
      // After a change of the text the same move may be written in another way.
      next.san = made.san;
      next.player = made.player;
      at.recent = next;
      at = next;
    }
    this.at = at;
  }

  /** The moves that lead to a place. */
  line(to: Node): Node[] {
    const line: Node[] = [];
    for (let at: Node | undefined = to; at?.before; at = at.before) line.unshift(at);
    return line;
  }

  /** What comes next where nobody says what: what was looked at last, or the line itself. */
  get following(): Node | undefined {
    return this.at.recent ?? this.at.next[0];
  }

  /** Takes a move with all that follows it out of the tree. */
  remove(node: Node): void {
    const { before } = node;
    if (!before) return;
    before.next = before.next.filter((other) => other !== node);
    if (before.recent === node) before.recent = undefined;
  }

  /** Makes the moves that lead to a place the line itself, everywhere. */
  promote(to: Node): void {
    for (const node of this.line(to)) {
      const { before } = node;
      if (before) before.next = [node, ...before.next.filter((other) => other !== node)];
    }
  }

  /** All moves as a list: first the line itself, then its variations. */
  get branches(): Branch[] {
    const list: Branch[] = [];
    const numbers = new Map<Node, number>();
    const waiting = [...this.root.next].reverse();
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      const { uci, san, player, comment, before } = at;
      numbers.set(at, list.length);
      list.push({ after: before && before !== this.root ? (numbers.get(before) ?? null) : null, uci, san, player, comment });
      waiting.push(...[...at.next].reverse());
    }
    return list;
  }
}
