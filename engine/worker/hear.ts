/** What the platform says to a worker client, and what the client does about it. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { ToPlatform, ToServer } from "@understudy/shared/worker-protocol.ts";
import type { ConnectionHooks } from "./connection.ts";
import type { Exchange } from "./exchange.ts";
import type { Offer } from "./lay-out.ts";
import type { TrainingOffer } from "./train-here.ts";
import type { Trainings } from "./trainings.ts";
import type { Works } from "./works.ts";

/** A lease is taken to end a little earlier than the platform says: the word of it has travelled. */
export const LEASE_MARGIN_MS = 5_000;

type Heard = Parameters<ConnectionHooks["onMessage"]>[0];
type Hearing = {
  readonly works: Works;
  readonly trainings: Trainings;
  readonly exchange: Exchange;
  readonly send: (message: ToPlatform) => boolean;
  /** Simulations at a time. */
  readonly concurrency: number;
  readonly canTrain: boolean;
  readonly isLeaving: () => boolean;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  readonly onWelcome: (welcome: Extract<ToServer, { type: "welcome" }>) => void;
};

export function createHearing(hearing: Hearing) {
  const { works, trainings, exchange, send, concurrency, canTrain, isLeaving, now, onWelcome } = hearing;
  const consider = (offer: Offer) => {
    const attempt = { simulation: offer.simulation, attempt: offer.attempt };
    const isFull = works.busy() >= concurrency;
    if (!works.has(attempt) && (isLeaving() || isFull)) {
      send({
        type: "decline",
        ...attempt,
        reason: isLeaving() ? "This server is leaving." : "This server is full.",
      });
      return;
    }
    send({ type: "accept", ...attempt });
    if (!works.has(attempt)) works.begin(offer, now() + offer.lease_ms - LEASE_MARGIN_MS);
  };
  const considerTraining = (offer: TrainingOffer) => {
    const attempt = { job: offer.job, attempt: offer.attempt };
    const isFull = trainings.busy() > 0;
    if (!trainings.has(attempt) && (isLeaving() || isFull || !canTrain)) {
      const reason = isLeaving()
        ? "This server is leaving."
        : "This server trains already, or is not there for it.";
      send({ type: "training-decline", ...attempt, reason });
      return;
    }
    send({ type: "training-accept", ...attempt });
    if (!trainings.has(attempt)) trainings.begin(offer, now() + offer.lease_ms - LEASE_MARGIN_MS);
  };
  return (message: Heard): void => {
    switch (message.type) {
      case "welcome":
        onWelcome(message);
        return;
      case "offer":
        consider(message);
        return;
      case "cancel":
        works.happen(message, "unwanted", message.reason);
        return;
      case "ack":
        exchange.answered(message);
        works.happen(message, "acknowledged");
        return;
      case "spec":
      case "file-chunk":
      case "unreadable":
      case "kept":
      case "training-noted":
      case "training-kept":
        exchange.answered(message);
        return;
      case "training-offer":
        considerTraining(message);
        return;
      case "training-stop":
        trainings.stop(message);
        return;
      case "training-cancel":
        trainings.happen(message, "unwanted", message.reason);
        return;
      case "training-ack":
        exchange.answered(message);
        trainings.happen(message, "acknowledged");
        return;
      case "checked":
        return;
      default:
        assertNever(message);
    }
  };
}
