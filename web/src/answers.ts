// What the modules answer: the structs of `bindings/wasm`.

export interface Place {
  text: string;
  start: number;
  end: number;
  from: number;
  to: number;
  line: number;
  column: number;
}

export interface Message {
  code: string;
  error: boolean;
  title: string;
  place: Place;
  label: string;
  others: [Place, string][];
  notes: string[];
  fix: { message: string; place: Place; replacement: string } | null;
}

export interface Checked {
  playable: boolean;
  title: string | null;
  /** Games of the library whose texts are needed. */
  missing: string[];
  messages: Message[];
}

export interface Move {
  index: number;
  from: string | null;
  to: string;
  uci: string;
  san: string;
  kind: "move" | "promotion" | "drop" | "choice" | "pass";
  piece: string | null;
  promotion: string | null;
  captures: boolean;
}

export interface Made {
  san: string;
  uci: string;
  player: number;
}

export interface Position {
  name: string;
  title: string;
  about: string[];
  players: string[];
  options: [string, boolean, string][];
  to_move: number;
  fen: string;
  start: string;
  usual: boolean;
  /** How many shapes pieces can be drawn by. */
  looks: number;
  check: string[];
  ended: string | null;
  score: string;
  moves: Move[];
  history: Made[];
  undone: number;
  tiles: { tile: string; piece: string | null; player: number | null }[];
  hands: { player: number; piece: string; number: number }[];
}

export interface Piece {
  number: number;
  name: string;
  letters: string[];
  rules: { text: string; ids: string[]; no_id: string | null }[];
  betza: string | null;
  no_betza: string | null;
}

export interface Line {
  number: number;
  depth: number;
  score: string;
  worth: number;
  nodes: number;
  moves: string[];
  uci: string;
}

/** A move in a tree of variations: a list in which each comes after the one that it follows. */
export interface Branch {
  after: number | null;
  uci: string;
  comment: string;
  san: string;
  player: number;
}

export interface Imported {
  games: { name: string; text: string }[];
  messages: { error: boolean; line: number; column: number; title: string; help: string | null }[];
  left_out: number;
}

export interface Listed {
  name: string;
  title: string;
  about: string;
  family: string;
  parent: string | null;
  names: string[];
  picture: boolean;
}

/** What is checked and played: a text with those that it imports, by their names. */
export interface Texts {
  root: string;
  texts: Record<string, string>;
  /** Options of the game that are on or off, whatever its text says. */
  options?: [string, boolean][];
}

/** What can be written at a place: from where on, and what. */
export interface Completions {
  from: number;
  all: { text: string; sort: string | null; about: string }[];
}

/** What a word means. */
export interface Hover {
  from: number;
  to: number;
  head: string;
  text: string;
  example: string;
  declared: string | null;
  /** Titles and pages of the book. */
  sections: [string, string][];
}

/** Something that is declared in a text, and where its name is. */
export interface Declared {
  name: string;
  sort: string | null;
  detail: string;
  from: number;
  to: number;
  at: number;
  children: Declared[];
}
