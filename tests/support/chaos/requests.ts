/** Requests of people while the product is disturbed: repeated as a person repeats them, with a note of each refusal. */
import { apiError } from "@understudy/shared/api/error.ts";
import { eventually } from "../waiting.ts";
import type { Ledger } from "./ledger.ts";

/** Whatever happens, an answer comes within this time, stretched by the machine's load. */
const ANSWERED_WITHIN_MS = 90_000;
/** Such answers say that the same may succeed later; all other refusals are faults. */
const TEMPORARY_REFUSALS =
  /fetch failed|other side closed|: (401|413|429|500|502|503|504) |: 400 .* is not connected"|terminated/;
const isTemporary = (error: unknown): boolean =>
  error instanceof Error && TEMPORARY_REFUSALS.test(`${error.message} ${error.cause ?? ""}`);

const REFUSAL_PATTERN = /: (\d{3}) (.*)$/s;

/** A refusal as people read it: its status, and its sentence or those of its fields; null: there was no answer. */
function describeRefusal(error: unknown): string | null {
  const [, status, body = ""] = REFUSAL_PATTERN.exec(error instanceof Error ? error.message : "") ?? [];
  if (status === undefined) return null;
  try {
    const { message, errors = {} } = apiError.parse(JSON.parse(body));
    const texts = Object.values(errors).flat();
    return `${status} ${texts.length === 0 ? message : texts.join(" ")}`;
  } catch {
    return `${status} ${body}`;
  }
}

/** A server whose connection has just broken is away until it has connected again; its field says so. */
const CLEAR_REFUSALS = /^(401|413|429|503) [A-Z].*\.$|^400 .* is not connected$/;

/** @returns those refusals that do not say in a sentence why the request has to be sent again, or that say that something broke */
export const listUnclearRefusals = ({ refusals }: Ledger): string[] =>
  [...refusals.keys()].filter((refusal) => !CLEAR_REFUSALS.test(refusal));

/** Repeats a request until it is answered. @throws Error when it is refused for good */
export async function insist<T>(ledger: Ledger, request: string, ask: () => Promise<T>): Promise<T> {
  const answer = await eventually(
    request,
    () =>
      ask().then(
        (value) => ({ value }),
        (error: unknown) => {
          if (!isTemporary(error)) throw error;
          const refusal = describeRefusal(error);
          if (refusal !== null) ledger.refusals.set(refusal, (ledger.refusals.get(refusal) ?? 0) + 1);
          return null;
        },
      ),
    ANSWERED_WITHIN_MS,
    200,
  );
  if (answer === null) throw new Error(request);
  return answer.value;
}
