import { createServer } from "node:net";

const REASON_BY_CODE: Record<string, string> = {
  EADDRINUSE: "is taken by another program",
  EACCES: "may not be opened by this user",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not a host that is known here",
};

const WAY_OUT = "Set PORT (or HOST) to another one; PORT=0 picks a free port.";

/** @throws Error in one sentence when nothing can listen there, before anything else has been started. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  const code = await new Promise<string | null>((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => resolve(null));
  });
  // Nobody else can listen there now: what is asked comes back to us.
  server.on("connection", (socket) => socket.destroy());
  const isRefused = code === null && (await isRefusedByBrowsers(port));
  await new Promise((resolve) => server.close(resolve));
  if (isRefused) throw new Error(`Port ${port} is one that browsers refuse to open. ${WAY_OUT}`);
  if (code === null) return;
  const reason = REASON_BY_CODE[code] ?? `cannot be opened (${code})`;
  throw new Error(`Port ${port} on ${host} ${reason}. ${WAY_OUT}`);
}

/** Ports of old services, as 6000 or 4190, are closed to pages (the Fetch standard's "bad ports"), and to Node's fetch. */
async function isRefusedByBrowsers(port: number): Promise<boolean> {
  try {
    await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(1000) });
    return false;
  } catch (error) {
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && cause.message === "bad port";
  }
}
