// What is packaged: everything that the manifest names is there, and the extension can be loaded.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import Module from "node:module";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const file = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const json = (path) => JSON.parse(readFileSync(file(path), "utf8"));
const manifest = json("package.json");

test("the manifest names files that are there", () => {
  const { languages, grammars } = manifest.contributes;
  for (const path of [manifest.main, languages[0].configuration, grammars[0].path]) assert.ok(existsSync(file(path)), path);
  assert.equal(json(grammars[0].path).scopeName, grammars[0].scopeName);
});

test("patterns of the language configuration are regular expressions", () => {
  const { wordPattern, indentationRules } = json("language-configuration.json");
  assert.ok(new RegExp(`^${wordPattern}$`).test("en_passant"));
  const increase = new RegExp(indentationRules.increaseIndentPattern);
  for (const line of ["piece Camel \"C\"", "    shuffle rank 1", "extend piece Pawn", "end"]) assert.ok(increase.test(line), line);
  for (const line of ["    move camel", "region ending = d4"]) assert.ok(!increase.test(line), line);
});

test("the package holds what is needed, and nothing of the tools", () => {
  const listed = execFileSync("npx", ["vsce", "ls", "--no-dependencies"], { cwd: file(""), encoding: "utf8" }).trim().split("\n");
  assert.deepEqual(listed.map((path) => path.trim()).sort(), [
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
    "dist/extension.js",
    "language-configuration.json",
    "package.json",
    "syntaxes/tilegame.tmLanguage.json",
  ]);
});

test("the bundle starts the command with `lsp`", () => {
  // All that is asked of VS Code while it is loaded: classes to inherit from, and numbers.
  const anything = new Proxy(class {}, { get: (target, name) => (name === "prototype" ? target.prototype : anything), apply: () => anything });
  const load = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? anything : load(name, ...rest));
  try {
    const extension = createRequire(import.meta.url)(file(manifest.main));
    assert.equal(typeof extension.activate, "function");
    assert.equal(typeof extension.deactivate, "function");
  } finally {
    Module._load = load;
  }
  assert.ok(readFileSync(file(manifest.main), "utf8").includes("initializationOptions"));
});
