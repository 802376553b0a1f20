// What stands in the drawer below the board: a panel each.

import type { Line, Move, Piece, Position } from "./answers";
import { diagram } from "./diagram";
import type { Effort } from "./effort";
import { complain, copy, make, save } from "./page";
import type { Session } from "./session";
import type { Node } from "./tree";

export interface Panel {
  title: string;
  element: HTMLElement;
  /** Another position, while the panel can be seen. */
  show(position: Position): void;
  /** It can be seen no more. */
  hide?(): void;
}

/** The moves made, with what else was tried, and all that can be made. */
export function moves(session: Session): Panel {
  const history = make("div", { class: "history", role: "group", "aria-label": "Moves made" });
  const list = make("div", { class: "list" });
  const typed = make("input", { id: "typed", placeholder: "a move, such as e4 or e2e4", "aria-label": "Type a move", autocomplete: "off", spellcheck: "false" });
  const form = make(
    "form",
    {
      class: "controls",
      onsubmit: (event: Event) => {
        event.preventDefault();
        session.playText(typed.value.trim()).then(() => (typed.value = ""), complain);
      },
    },
    typed,
    make("button", {}, "Play"),
  );
  const comment = make("input", { id: "comment", class: "wide", placeholder: "a comment on this move", "aria-label": "Comment on this move", autocomplete: "off" });
  comment.addEventListener("change", () => {
    session.tree.at.comment = comment.value.trim();
    draw();
  });
  const promote = make("button", { type: "button", id: "promote", title: "Make this variation the line itself" }, "Main line");
  promote.addEventListener("click", () => {
    session.tree.promote(session.tree.at);
    draw();
  });
  const remove = make("button", { type: "button", id: "remove", title: "Take this move and what follows out" }, "Remove");
  remove.addEventListener("click", () => {
    const { at } = session.tree;
    session.go(at.before ?? at).then(() => {
      session.tree.remove(at);
      draw();
    }, complain);
  });
  const all = make("details", {}, make("summary", {}, "All legal moves"), list);
  let shown: Position | undefined;
  const fill = () => {
    if (!all.open || !shown) return;
    list.replaceChildren(
      ...shown.moves.map((move: Move) =>
        make("button", { type: "button", title: move.uci, onclick: () => void session.play(move.index).catch(complain) }, move.san),
      ),
    );
  };
  all.addEventListener("toggle", fill);
  /** What follows a move, with variations in boxes of their own. */
  const line = (from: Node, into: HTMLElement, made: Set<Node>, first: number) => {
    const players = shown?.players.length ?? 2;
    let again = true;
    let ply = first;
    for (let at: Node | undefined = from; at; at = at.next[0]) {
      const node = at;
      const number = players === 2 && (ply % 2 === 0 || again) ? make("span", { class: "number" }, `${Math.floor(ply / 2) + 1}.${ply % 2 ? ".." : ""}`) : null;
      const button = make(
        "button",
        {
          type: "button",
          class: made.has(node) ? "made" : "",
          "aria-current": node === session.tree.at ? "step" : null,
          title: shown?.players[node.player],
          onclick: () => void session.go(node).catch(complain),
        },
        node.san,
      );
      into.append(make("span", { class: "ply" }, number, button, node.comment ? make("span", { class: "comment" }, node.comment) : null));
      again = false;
      ply++;
      // The others of this move come behind it.
      for (const other of node === from && from.before?.next[0] !== from ? [] : (node.before?.next.slice(1) ?? [])) {
        const box = make("span", { class: "variation", role: "group", "aria-label": "Variation" });
        line(other, box, made, ply - 1);
        into.append(box);
        again = true;
      }
    }
  };
  const draw = () => {
    history.replaceChildren();
    const { tree } = session;
    if (tree.root.next[0]) line(tree.root.next[0], history, new Set(tree.line(tree.at)), 0);
    history.querySelector('[aria-current="step"]')?.scrollIntoView({ block: "nearest" });
    comment.value = tree.at.comment;
    comment.hidden = promote.hidden = remove.hidden = tree.at === tree.root;
  };
  return {
    title: "Moves",
    element: make("div", {}, history, make("div", { class: "controls" }, comment, promote, remove), form, all),
    show(position) {
      shown = position;
      draw();
      all.querySelector("summary")!.textContent = `All legal moves (${position.moves.length})`;
      fill();
    },
  };
}

/** Lines of the search, with a bar that says who is better off. */
export function analysis(session: Session, effort: Effort, arrows: (moves: Move[]) => void): Panel {
  const TIME = 60_000;
  const start = make("button", { type: "button", class: "main", id: "analyse" }, "Start");
  const count = make("select", { id: "lines", "aria-label": "Lines" }, ...[1, 2, 3, 5].map((n) => make("option", { value: n }, n === 1 ? "1 line" : `${n} lines`)));
  const gauge = make("div", { class: "gauge", role: "img", "aria-label": "even" }, make("div"));
  const list = make("ol", { id: "found", "aria-label": "Lines" });
  const depth = make("span", { id: "depth" });
  let on = false;
  let seen: Line[] = [];
  const draw = () => {
    const first = seen[1];
    const position = session.position;
    if (!first || !position) return;
    depth.textContent = `depth ${first.depth}, ${first.nodes.toLocaleString("en")} positions`;
    const worth = position.to_move === 0 ? first.worth : -first.worth;
    const share = 50 + 50 * Math.tanh(worth / 600);
    (gauge.firstElementChild as HTMLElement).style.width = `${share}%`;
    gauge.hidden = position.players.length > 2;
    gauge.setAttribute("aria-label", `${position.players[position.to_move]}: ${first.score}`);
    const lines = seen.filter(Boolean);
    arrows(lines.map((line) => position.moves.find((move) => move.uci === line.uci)).filter((move) => move !== undefined));
    list.replaceChildren(...lines.map((line) => make("li", {}, make("strong", {}, line.score), ` ${line.moves.slice(0, 12).join(" ")}`)));
  };
  const run = async () => {
    seen = [];
    depth.textContent = "thinking…";
    list.replaceChildren();
    try {
      await effort.analyse(Number(count.value), TIME, (line) => {
        seen[line.number] = line;
        draw();
      });
    } catch (error) {
      complain(error);
    }
  };
  const set = (wanted: boolean) => {
    on = wanted;
    start.textContent = on ? "Stop" : "Start";
    start.setAttribute("aria-pressed", String(on));
    if (on) void run();
    else {
      effort.stop();
      arrows([]);
    }
  };
  start.addEventListener("click", () => set(!on));
  count.addEventListener("change", () => on && void run());
  return {
    title: "Analysis",
    element: make("div", {}, make("div", { class: "controls" }, start, count, depth), gauge, list),
    show(position) {
      if (position.ended) list.replaceChildren(make("li", {}, position.ended));
      else if (on) void run();
    },
    hide() {
      if (on) set(false);
    },
  };
}

/** Counting sequences of moves, by the first move. */
export function counting(session: Session, effort: Effort): Panel {
  const depth = make("input", { type: "number", id: "perft-depth", min: 1, max: 9, value: 3 });
  const button = make("button", { type: "button", class: "main", id: "count" }, "Count");
  const sum = make("p", { id: "perft", role: "status" });
  const rows = make("tbody");
  let on = false;
  const run = async () => {
    const position = session.position;
    if (!position) return;
    on = true;
    button.textContent = "Stop";
    rows.replaceChildren();
    sum.textContent = "counting…";
    let all = 0;
    const began = performance.now();
    try {
      const done = await effort.divide(Number(depth.value), position.moves.length, (index, nodes) => {
        all += nodes;
        const { uci, san } = position.moves[index];
        rows.append(make("tr", {}, make("td", {}, uci), make("td", {}, san), make("td", { class: "count" }, nodes.toLocaleString("en"))));
      });
      const seconds = (performance.now() - began) / 1000;
      const speed = Math.round(all / Math.max(seconds, 0.001)).toLocaleString("en");
      sum.textContent = done
        ? `${all.toLocaleString("en")} sequences of ${depth.value} moves, ${seconds.toFixed(2)} s, ${speed} a second`
        : `stopped at ${all.toLocaleString("en")}`;
    } catch (error) {
      complain(error);
    }
    on = false;
    button.textContent = "Count";
  };
  button.addEventListener("click", () => (on ? effort.stop() : void run()));
  return {
    title: "Count",
    element: make(
      "div",
      {},
      make("div", { class: "controls" }, make("label", {}, "Moves deep", depth), button),
      sum,
      make(
        "div",
        { class: "scroll", tabindex: 0, role: "region", "aria-label": "Counts by the first move" },
        make("table", {}, make("thead", {}, make("tr", {}, make("th", {}, "Move"), make("th", {}, "Written"), make("th", { class: "count" }, "Sequences"))), rows),
      ),
    ),
    show() {
      if (on) return;
      rows.replaceChildren();
      sum.textContent = "How many sequences of moves there are from here (perft), by the first move.";
    },
  };
}

/** How each piece moves. */
export function pieces(session: Session): Panel {
  const grid = make("div", { class: "pieces", id: "pieces" });
  let of: unknown;
  const picture = async (piece: Piece, into: HTMLElement) => {
    const drawn = await diagram(session, piece, `d${piece.number}-`);
    if (drawn) into.replaceChildren(drawn);
  };
  const seen = new IntersectionObserver((entries) => {
    for (const entry of entries) {
      if (!entry.isIntersecting) continue;
      seen.unobserve(entry.target);
      const piece = waiting.get(entry.target);
      if (piece) picture(piece, entry.target as HTMLElement).catch(() => {});
    }
  });
  const waiting = new Map<Element, Piece>();
  const card = (piece: Piece) => {
    const into = make("div", { class: "diagram" });
    waiting.set(into, piece);
    seen.observe(into);
    const ids = piece.rules.flatMap((rule) => rule.ids);
    return make(
      "section",
      { class: "piece" },
      make("h3", {}, `${piece.name} (${piece.letters.join(", ")})`),
      into,
      make(
        "dl",
        {},
        make("dt", {}, "Rules"),
        ...piece.rules.map((rule) => make("dd", {}, make("code", {}, rule.text))),
        make("dt", {}, "Betza"),
        make("dd", {}, piece.betza ? make("code", {}, piece.betza) : `none: ${piece.no_betza}`),
        ids.length ? make("dt", {}, "Move-IDs") : null,
        ...ids.map((id) => make("dd", {}, make("code", {}, id))),
      ),
    );
  };
  return {
    title: "Pieces",
    element: make("div", {}, make("p", {}, "A dot: it can go there. A cross: it can take there. A small square: what stands there is in its way. A filled square on its tip: it hops over what stands there."), grid),
    show() {
      if (of === session.playing) return;
      of = session.playing;
      waiting.clear();
      session.pieces().then((all) => grid.replaceChildren(...all.map(card)), complain);
    },
  };
}

/** Positions and games as texts. */
export function notation(session: Session): Panel {
  /** What has been typed or put in stays until the position is another: a check of the text shows the same one again, and answers may come late. */
  let typed = false;
  let shown = "";
  const fen = make("input", { class: "wide", id: "fen", spellcheck: "false", autocomplete: "off", oninput: () => (typed = true) });
  const pgn = make("textarea", { id: "pgn", rows: 7, spellcheck: "false", oninput: () => (typed = true) });
  const name = () => session.position?.name ?? "game";
  const svg = async () => {
    save(`${name()}.svg`, await session.ask<string>("picture", [session.picture()]), "image/svg+xml");
  };
  const png = async () => {
    const size = 1200;
    const picture = await session.ask<string>("picture", [session.picture()]);
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(picture)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = size;
    canvas.height = Math.round((size * image.naturalHeight) / image.naturalWidth);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const drawn = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!drawn) throw new Error("the browser can't draw the picture");
    save(`${name()}.png`, drawn, "image/png");
  };
  return {
    title: "Notation",
    element: make(
      "div",
      {},
      make("label", { for: "fen" }, "Position (FEN)"),
      fen,
      make(
        "div",
        { class: "controls" },
        make("button", { type: "button", id: "set-fen", onclick: () => session.start(fen.value.trim()).catch(complain) }, "Set up"),
        make("button", { type: "button", onclick: () => void copy(fen.value, "The FEN") }, "Copy FEN"),
        make("button", { type: "button", id: "svg", onclick: () => svg().catch(complain) }, "Download SVG"),
        make("button", { type: "button", id: "png", onclick: () => png().catch(complain) }, "Download PNG"),
      ),
      make("label", { for: "pgn" }, "Game (PGN)"),
      pgn,
      make(
        "div",
        { class: "controls" },
        make("button", { type: "button", id: "set-pgn", onclick: () => session.readPgn(pgn.value).catch(complain) }, "Load"),
        make("button", { type: "button", onclick: () => void copy(pgn.value, "The PGN") }, "Copy PGN"),
        make("button", { type: "button", onclick: () => save(`${name()}.pgn`, pgn.value, "application/x-chess-pgn") }, "Download PGN"),
      ),
    ),
    show(position) {
      const now = JSON.stringify([position.name, position.fen, position.history]);
      if (typed && now === shown) return;
      shown = now;
      fen.value = position.fen;
      typed = false;
      session.pgn().then((text) => {
        if (!typed) pgn.value = text;
      }, complain);
    },
  };
}
