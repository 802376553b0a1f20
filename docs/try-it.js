// Puts a link under every example that opens it on the page where games are played and changed, if the book lies in a folder of that page, as it is published.
(() => {
  // What is no game of its own is the inside of a variant of chess.
  const whole = (rules) => (/^(game|variant) /m.test(rules) ? rules : `variant "Example" of chess\n\n${rules}`);

  // The link holds the text, compressed, as the page's own links do.
  async function link(page, rules) {
    const shared = JSON.stringify({ root: "example.tg", texts: { "example.tg": whole(rules) } });
    const packed = new Blob([shared]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    let text = "";
    for (const byte of new Uint8Array(await new Response(packed).arrayBuffer())) text += String.fromCharCode(byte);
    return `${page}#v1.${btoa(text).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
  }

  async function add() {
    const root = typeof path_to_root === "string" ? path_to_root : "";
    const page = new URL(`${root}../`, location.href);
    const there = await fetch(new URL("games/chess.tg", page), { method: "HEAD" }).catch(() => undefined);
    if (!there?.ok) return;
    for (const code of document.querySelectorAll("code.language-tg")) {
      const anchor = document.createElement("a");
      anchor.className = "try-it";
      anchor.href = await link(page.href, code.textContent);
      anchor.textContent = "Try it";
      (code.closest("pre") ?? code).after(anchor);
    }
  }

  void add();
})();
