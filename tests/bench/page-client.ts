/** Asks the server as a browser does (one kept connection a question, compressed answers) and does little else: its cores are the server's too. */
import { Agent, request } from "node:http";
import { address } from "@understudy/client/api/address.ts";
import { routes } from "@understudy/shared/api/routes.ts";
import type { Caller } from "../support/api/caller.ts";

/**
 * The encodings that a browser accepts; answers are not unpacked here, as people unpack them on their own machines.
 */
const ACCEPTED_ENCODINGS = "gzip, deflate, br, zstd";

/** Milliseconds that an answer took. */
export interface Took {
  /** From the question to the last byte of the answer. */
  totalMs: number;
  /** The part of these inside the server, as it states: from the question's head to the answer, all but written. */
  inside: number;
}

/** Asks for outputs of a job's emulator; the body is JSON. @throws (rejects) when it is refused. */
export type AskOutputs = (body: string) => Promise<Took>;

export function createAsker({ url, cookie }: Caller, job_id: number): AskOutputs {
  const agent = new Agent({ keepAlive: true });
  const path = address(routes.predict, { job_id }, {});
  const fixed = {
    origin: url,
    cookie: cookie(),
    "content-type": "application/json",
    "accept-encoding": ACCEPTED_ENCODINGS,
  };
  return (body) =>
    new Promise((resolve, reject) => {
      const started = performance.now();
      const headers = { ...fixed, "content-length": Buffer.byteLength(body) };
      const question = request(`${url}${path}`, { agent, method: "POST", headers }, (answer) => {
        answer.resume();
        answer.on("error", reject);
        answer.on("end", () => {
          const inside = Number(/total;dur=([\d.]+)/.exec(String(answer.headers["server-timing"]))?.[1]);
          if (answer.statusCode === 200) resolve({ totalMs: performance.now() - started, inside });
          else reject(new Error(`outputs were refused: ${answer.statusCode}`));
        });
      });
      question.on("error", reject);
      question.end(body);
    });
}
