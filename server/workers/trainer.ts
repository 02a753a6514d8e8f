/**
 * The training that one connected server has, or is being offered; it has one at a time:
 *
 * ```
 *          leased             accepted           trained, failed, given back: stored, acknowledged
 *  free ----------> offered ----------> taken ------------------------------------------------------> free
 *                     |                   |\--stopped by a person: told, and stays taken
 *                     |                   \--lost (stopped and begun anew, moved, deleted): told to end it--> free
 *                     \--declined, no answer in 10 s, connection closed: the lease is given back--> free
 * ```
 * What is taken outlives the connection by its lease: a server that comes back has it still.
 */

import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import type { Claim } from "@understudy/engine/runner/claim.ts";
import { type FailureKind, OFFER_MS, type ToPlatform } from "@understudy/shared/worker-protocol.ts";
import { type TrainingAttempt, trainingKey } from "@understudy/shared/worker-training.ts";
import { leaseTraining } from "../commands/trainings/lease-training.ts";
import { reconcileTrainings, renewTraining } from "../commands/trainings/renew-trainings.ts";
import { couldNotTrain, failTraining, giveTrainingBack } from "../commands/trainings/training-outcomes.ts";
import type { Server } from "../dispatch/server.ts";
import { hasTraining } from "../dispatch/training-lease.ts";
import { log } from "../log.ts";
import { createSerialQueue } from "../serial-queue.ts";
import { keepArrival } from "./training-arrivals.ts";
import { addTrainingPoints, storeSentEmulator } from "./training-said.ts";
import type { Tell, WorkersPlatform } from "./types.ts";

/** How often it is looked for work that nobody has woken this process for. */
const LOOK_MS = 5_000;
/** A server that declined a training, or could not do it, is not offered one again at once. */
const PAUSE_MS = 2_000;

type TrainingMessage = Extract<
  ToPlatform,
  {
    type:
      | "training-accept"
      | "training-decline"
      | "training-points"
      | "training-file"
      | "trained"
      | "training-failed"
      | "training-given-back";
  }
>;
type Said<Type extends TrainingMessage["type"]> = Extract<TrainingMessage, { type: Type }>;
type Hand = {
  readonly attempt: TrainingAttempt;
  readonly claim: Claim;
  state: "offered" | "taken";
  /** When it came to be so. */
  since: number;
};

type Trained = {
  readonly server: Server;
  readonly tell: Tell;
  /** Whether it wants trainings, and its socket still speaks for it. */
  readonly isWilling: () => boolean;
  /** Its load has changed. */
  readonly onChange: () => void;
  /** What a training came to. */
  readonly onTold: (what: FailureKind | "result") => Promise<void>;
};

export function createTrainer(
  platform: WorkersPlatform,
  { server, tell, isWilling, onChange, onTold }: Trained,
) {
  const { store, ports } = platform;
  let hand: Hand | null = null;
  let pausedUntil = 0;
  let offerTimer: NodeJS.Timeout | undefined;
  /** What changes the hand is done one after the other. */
  const inTurn = createSerialQueue();
  /** So are the parts of files written: one that came before its predecessor would leave a gap. */
  const inTurnOfFiles = createSerialQueue();

  const take = (next: Hand | null) => {
    clearTimeout(offerTimer);
    hand = next;
    onChange();
  };
  /** The hand, if it is of this attempt. */
  const handOf = (attempt: TrainingAttempt): Hand | null =>
    hand !== null && trainingKey(hand.attempt) === trainingKey(attempt) ? hand : null;

  const offer = async (): Promise<void> => {
    if (hand !== null || !isWilling() || performance.now() < pausedUntil) return;
    const leased = await leaseTraining(platform, server);
    if (leased === null) return;
    const { attempt, claim, order, files } = leased;
    if (!isWilling()) return void (await giveTrainingBack(platform, claim, attempt));
    take({ attempt, claim, state: "offered", since: performance.now() });
    tell({ type: "training-offer", ...attempt, order, files: [...files], lease_ms: LEASE_MS });
    offerTimer = setTimeout(() => void inTurn.add(() => release(attempt)).catch(warn), OFFER_MS);
  };
  /** It did not take what it was offered. */
  const release = async (attempt: TrainingAttempt): Promise<void> => {
    const offered = handOf(attempt);
    if (offered?.state !== "offered") return;
    take(null);
    pause();
    await giveTrainingBack(platform, offered.claim, attempt);
  };
  /** Compares the hand with what is stored. */
  const look = async (): Promise<void> => {
    if (hand === null) return;
    const { attempt } = hand;
    const job = await store.jobs.findOne(hasTraining(server, attempt));
    if (job === null) {
      take(null);
      tell({ type: "training-cancel", ...attempt, reason: "Its job was stopped, or is trained elsewhere." });
    } else if (job.status === "Interrupted") tell({ type: "training-stop", ...attempt });
  };
  const lookAndOffer = async () => {
    await look();
    await offer();
  };
  const warn = (err: unknown) =>
    log.warn({ err, resourceId: server.id }, "the training of a server could not be seen to");
  const more = () => void inTurn.add(offer).catch(warn);
  const check = () => void inTurn.add(lookAndOffer).catch(warn);
  const timer = setInterval(more, LOOK_MS);
  const pause = () => {
    pausedUntil = performance.now() + PAUSE_MS;
    setTimeout(more, PAUSE_MS).unref();
  };

  /** It is over, as far as this server is concerned. */
  const done = (attempt: TrainingAttempt) => {
    if (handOf(attempt) !== null) take(null);
    tell({ type: "training-ack", ...attempt });
    more();
  };

  const accept = async (attempt: TrainingAttempt): Promise<void> => {
    const offered = handOf(attempt);
    if (offered === null) return tell({ type: "training-cancel", ...attempt, reason: "It was taken back." });
    clearTimeout(offerTimer);
    offered.state = "taken";
    offered.since = performance.now();
    if ((await ports.transition(offered.claim, { trigger: "training-started" })) === "refused") await look();
  };

  const addPoints = async (message: Said<"training-points">) => {
    const attempt = only(message);
    const held = handOf(attempt);
    const next = held && (await addTrainingPoints(platform, held.claim, server, message));
    if (next === null) return check();
    tell({ type: "training-noted", ...attempt, next });
  };

  const keepFile = async (part: Said<"training-file">) => {
    const attempt = only(part);
    const { upload, offset } = part;
    if (handOf(attempt) === null) {
      const refusal = "This training is not this server's any more.";
      tell({ type: "training-kept", ...attempt, upload, offset, received: 0, refusal });
      return check();
    }
    const isHeld = async () => (await store.jobs.count(hasTraining(server, attempt))) > 0;
    const kept = await keepArrival(platform, part, isHeld);
    tell({ type: "training-kept", ...attempt, upload, offset, ...kept });
  };

  const storeEmulator = async (message: Said<"trained">): Promise<void> => {
    const held = handOf(message);
    if (held !== null) {
      await storeSentEmulator(platform, held.claim, server, message);
      await onTold("result");
    }
    done(only(message));
  };

  return {
    /** Trainings that it has, or is being offered. */
    get size(): number {
      return hand === null ? 0 : 1;
    },
    /** There may be a training for it, or news of the one that it has. */
    check,
    handle: async (message: TrainingMessage): Promise<void> => {
      const attempt = only(message);
      switch (message.type) {
        case "training-accept":
          return await inTurn.add(() => accept(attempt));
        case "training-decline":
          return await inTurn.add(() => release(attempt));
        case "training-points":
          return await addPoints(message);
        case "training-file":
          return await inTurnOfFiles.add(() => keepFile(message));
        case "trained":
          return await inTurn.add(() => storeEmulator(message));
        case "training-failed":
          return await inTurn.add(async () => {
            const held = handOf(attempt);
            if (held !== null) {
              const fail = message.kind === "model" ? failTraining : couldNotTrain;
              await fail(platform, held.claim, attempt, message.reason);
              pause();
              await onTold(message.kind);
            }
            done(attempt);
          });
        case "training-given-back":
          return await inTurn.add(async () => {
            const held = handOf(attempt);
            if (held !== null) await giveTrainingBack(platform, held.claim, attempt);
            done(attempt);
          });
      }
    },
    /** What it trains as the connection begins. @returns what of it it has lost */
    resume: async (trainings: readonly TrainingAttempt[]): Promise<TrainingAttempt[]> => {
      const held = await reconcileTrainings(platform, server, trainings);
      const [first] = held;
      if (first !== undefined) {
        take({ attempt: first.attempt, claim: first.claim, state: "taken", since: performance.now() });
      }
      for (const { attempt, isStopped } of held) if (isStopped) tell({ type: "training-stop", ...attempt });
      return trainings.filter(
        (one) => first === undefined || trainingKey(one) !== trainingKey(first.attempt),
      );
    },
    /** It was heard. @returns what it has lost of what it says that it trains */
    renew: async (trainings: readonly TrainingAttempt[]): Promise<TrainingAttempt[]> =>
      await inTurn.add(async () => {
        const lost: TrainingAttempt[] = [];
        for (const one of trainings) {
          const held = await renewTraining(platform, server, one);
          if (held === null) {
            lost.push(one);
            if (handOf(one) !== null) take(null);
          } else if (held.isStopped) tell({ type: "training-stop", ...one });
        }
        const named = new Set(trainings.map(trainingKey));
        // It took it, and has it no more. What it says here may be older than its taking.
        const isOld = hand?.state === "taken" && performance.now() - hand.since > OFFER_MS;
        if (hand !== null && isOld && !named.has(trainingKey(hand.attempt))) {
          const { claim, attempt } = hand;
          take(null);
          await giveTrainingBack(platform, claim, attempt);
        }
        return lost;
      }),
    stop: (): void => {
      clearInterval(timer);
      clearTimeout(offerTimer);
    },
    /** Its socket is closed. */
    closed: async (): Promise<void> => {
      await inTurn.add(async () => {
        if (hand !== null) await release(hand.attempt);
      });
    },
  };
}

const only = ({ job, attempt }: TrainingAttempt): TrainingAttempt => ({ job, attempt });
