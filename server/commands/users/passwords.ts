import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import pLimit from "p-limit";
import { Problem } from "../../core/problem.ts";

/** argon2id (the package's default) with the parameters that OWASP advises: 19 MiB, two passes. It runs off the event loop. */
const HASH_COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A core stays free, and threads of libuv for files: they share its four. */
const MAX_CONCURRENT_HASHES = Math.min(3, Math.max(1, availableParallelism() - 1));
/** So that they wait a few seconds at most: with more the last ones would be given up before they are answered. */
const MAX_QUEUED = 40;
/** Seconds. */
const RETRY_AFTER = 5;

const queue = pLimit(MAX_CONCURRENT_HASHES);

/** @throws Problem 503 when too many wait already */
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (queue.pendingCount >= MAX_QUEUED) {
    throw new Problem(503, MESSAGES.manyLogIns, { retryAfter: RETRY_AFTER });
  }
  return queue(work);
}

/** @throws Problem 503 when too many passwords are worked on */
export const hashPassword = async (password: string): Promise<string> =>
  await inTurn(() => hash(password, HASH_COST));

/**
 * The hash that passwords of unknown e-mails are checked against, so that they take as long as those of known ones.
 */
const nobodysHash = hash("the password of nobody", HASH_COST);

/**
 * Tells whether the password fits; without a hash (nobody has this e-mail) false after just as much work.
 * @throws Problem 503 when too many passwords are worked on
 */
export async function checkPassword(passwordHash: string | null, password: string): Promise<boolean> {
  const fits = await inTurn(async () => await verify(passwordHash ?? (await nobodysHash), password));
  return fits && passwordHash !== null;
}

/** The least score on zxcvbn's scale from 0 to 4: more than 10^8 guesses, which a stolen hash of ours withstands. */
const MIN_SCORE = 3;
/**
 * The first characters decide: what follows makes a password no weaker. The time that a password takes grows with its length
 * and with the substitutions tried (`4` for `a`); with these bounds it is 20 ms at most.
 */
const METER_BOUNDS = { maxLength: 40, l33tMaxSubstitutions: 16 };
const ALWAYS_GUESSED = ["understudy"];

const meter = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, ...METER_BOUNDS });

const WARNING_TEXTS: Readonly<Record<string, string>> = {
  topTen: MESSAGES.passwordIsCommon,
  topHundred: MESSAGES.passwordIsCommon,
  common: MESSAGES.passwordIsCommon,
  simpleRepeat: MESSAGES.passwordRepeats,
  extendedRepeat: MESSAGES.passwordRepeats,
  userInputs: MESSAGES.passwordIsPersonal,
};

type Owner = { readonly email: string; readonly name: string };

/** Why a new password is too weak, apart from its length, which the API's schema checks. */
export function passwordProblems(password: string, { email, name }: Owner): string[] {
  if (password.toLowerCase() === email.toLowerCase()) return [MESSAGES.passwordIsEmail];
  const guessedWords = [email, ...email.split(/[@.]/), name, ...name.split(/\s+/), ...ALWAYS_GUESSED];
  const { score, feedback } = meter.check(
    password,
    guessedWords.filter((word) => word.length > 2),
  );
  if (score >= MIN_SCORE) return [];
  return [WARNING_TEXTS[feedback.warning ?? ""] ?? MESSAGES.passwordIsGuessable];
}
