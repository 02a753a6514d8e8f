/** A mail server that keeps what it is given. */
import { SMTPServer } from "smtp-server";
import { atEnd } from "../cleanup.ts";

/** `text`: headers and bodies, as they were sent. */
type Received = { readonly from: string; readonly to: string[]; readonly text: string };
export type MailServer = { readonly url: string; readonly received: Received[] };

/** @param refuse every message, once it has been sent */
export async function startMailServer({ refuse = false } = {}): Promise<MailServer> {
  const received: Received[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData: (stream, { envelope }, done) => {
      const pieces: Buffer[] = [];
      stream.on("data", (piece: Buffer) => pieces.push(piece));
      stream.on("end", () => {
        if (refuse) return done(new Error("Not today"));
        const from = envelope.mailFrom === false ? "" : envelope.mailFrom.address;
        const to = envelope.rcptTo.map(({ address }) => address);
        received.push({ from, to, text: Buffer.concat(pieces).toString() });
        done();
      });
    },
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  atEnd("a mail server", () => new Promise<void>((closed) => server.close(() => closed())));
  const address = server.server.address();
  if (address === null || typeof address === "string") throw new Error("It listens on no port.");
  return { url: `smtp://127.0.0.1:${address.port}`, received };
}
