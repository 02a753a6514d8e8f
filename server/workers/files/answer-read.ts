import { UserError, userMessage } from "@understudy/shared/user-error.ts";
import type { FileSource, ToPlatform } from "@understudy/shared/worker/worker-protocol.ts";
import { log } from "../../core/log.ts";
import type { Send } from "../types.ts";
import type { FileAccess } from "./file-access.ts";

type ReadMessage = Extract<ToPlatform, { type: "read-spec" | "read-file" }>;

/** Answers a server that asks for a spec, or for the next chunk of a file. */
export async function answerRead(access: FileAccess, message: ReadMessage, send: Send): Promise<void> {
  const { id } = message;
  const isSpec = message.type === "read-spec";
  const source: FileSource = isSpec ? { kind: "spec-version", id: message.spec_version } : message.source;
  try {
    if (isSpec) {
      const { manifest, files } = await access.spec(source.id);
      send({ type: "spec", id, manifest, files: [...files] });
    } else {
      const { path, offset } = message;
      send({ type: "file-chunk", id, ...(await access.chunk(source, path, offset)) });
    }
  } catch (error) {
    if (!(error instanceof UserError)) log.warn({ err: error, source }, "a server could not read a file");
    const reason = userMessage(error, "The platform could not read it.");
    send({ type: "unreadable", id, reason });
  }
}
