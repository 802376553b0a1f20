// The extension only starts `tilegame lsp` and shows texts of the library; everything else is the server's.

import { type ExtensionContext, type Uri, commands, window, workspace } from "vscode";
import { LanguageClient, type LanguageClientOptions, type ServerOptions, Trace } from "vscode-languageclient/node";

let client: LanguageClient | undefined;

export async function activate(context: ExtensionContext): Promise<void> {
  const texts = {
    async provideTextDocumentContent(uri: Uri): Promise<string> {
      const answer = await client?.sendRequest<{ text: string }>("tilegame/text", { uri: uri.toString() });
      return answer?.text ?? "";
    },
  };
  context.subscriptions.push(
    workspace.registerTextDocumentContentProvider("tilegame", texts),
    commands.registerCommand("tilegame.restart", restart),
    workspace.onDidChangeConfiguration((change) => {
      if (change.affectsConfiguration("tilegame")) void restart();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

async function start(): Promise<void> {
  const settings = workspace.getConfiguration("tilegame");
  const command = settings.get<string>("command") || "tilegame";
  const server: ServerOptions = { command, args: ["lsp"] };
  const options: LanguageClientOptions = {
    // Texts that are not saved yet, and texts of the library, are asked about, too.
    documentSelector: ["file", "untitled", "tilegame"].map((scheme) => ({ scheme, language: "tilegame" })),
    initializationOptions: { virtualDocuments: true, book: settings.get<string>("book") || null },
    synchronize: { fileEvents: workspace.createFileSystemWatcher("**/*.tg") },
  };
  const started = new LanguageClient("tilegame", "TileGame", server, options);
  try {
    await started.start();
    client = started;
    await started.setTrace(Trace.fromString(settings.get<string>("trace.server") ?? "off"));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(
      `"${command} lsp" can't be started: ${why}. Install the command ("cargo install --path cli" in the repository), or set its path as "tilegame.command".`,
    );
  }
}

async function restart(): Promise<void> {
  await deactivate();
  await start();
}
