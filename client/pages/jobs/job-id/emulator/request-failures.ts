import { MESSAGES } from "@understudy/shared/messages.ts";
import type { ApiFailure } from "#api/failure.ts";
import { single } from "#data/store.ts";
import type { Fail } from "./latest.ts";

/** A permanent failure, such as an emulator of another version, is explained by the server's message. */
const formatFailure = ({ status, message }: ApiFailure): string =>
  status === 409 ? `${MESSAGES.loadingEmulator} ${message}` : MESSAGES.loadingEmulator;

/**
 * The failures of a page's requests. A failure is shown until the same request succeeds, whatever other requests do.
 */
export function createRequestFailures() {
  const failed = new Map<string, string>();
  const shown = single<string | null>(null);
  return {
    get: shown.get,
    useValue: shown.useValue,
    of:
      (request: string): Fail =>
      (reason) => {
        if (reason === null) failed.delete(request);
        else failed.set(request, formatFailure(reason));
        const [first = null] = failed.values();
        shown.set(first);
      },
  };
}
