import { createServer } from "node:net";

const REASONS: Record<string, string> = {
  EADDRINUSE: "is taken by another program",
  EACCES: "may not be opened by this user",
  EADDRNOTAVAIL: "is not an address of this machine",
  ENOTFOUND: "is not a host that is known here",
};

/** @throws Error in one sentence when nothing can listen there, before anything else has been started. */
export async function checkPort(host: string, port: number): Promise<void> {
  const server = createServer();
  const code = await new Promise<string | null>((resolve) => {
    server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => resolve(null));
  });
  await new Promise((resolve) => server.close(resolve));
  if (code === null) return;
  const reason = REASONS[code] ?? `cannot be opened (${code})`;
  throw new Error(
    `Port ${port} on ${host} ${reason}. Set PORT (or HOST) to another one; PORT=0 picks a free port.`,
  );
}
