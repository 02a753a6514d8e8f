import { availableParallelism } from "node:os";
import { hash, verify } from "@node-rs/argon2";
import { MESSAGES } from "@understudy/shared/messages.ts";
import pLimit from "p-limit";
import { Problem } from "../../problem.ts";

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
