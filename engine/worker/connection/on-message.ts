/** Handles the messages that the platform sends to a worker client. */
import { assertNever } from "@understudy/shared/assert-never.ts";
import type { ToPlatform, ToServer } from "@understudy/shared/worker/worker-protocol.ts";
import type { Offer } from "@understudy/shared/worker/worker-simulation.ts";
import type { SimulationRunner } from "../simulations/runner.ts";
import type { Requests } from "../support/requests.ts";
import type { TrainingRunner } from "../trainings/runner.ts";
import type { TrainingOffer } from "../trainings/training-child.ts";
import type { ConnectionHooks } from "./connection.ts";

/** A lease is taken to end earlier than on the platform, by the time that messages may take. */
export const LEASE_MARGIN_MS = 5_000;

type Message = Parameters<ConnectionHooks["onMessage"]>[0];
type Context = {
  readonly simulations: SimulationRunner;
  readonly trainings: TrainingRunner;
  readonly requests: Requests;
  readonly send: (message: ToPlatform) => boolean;
  /** Simulations at a time. */
  readonly concurrency: number;
  readonly canTrain: boolean;
  readonly isLeaving: () => boolean;
  /** Milliseconds that never go back. */
  readonly now: () => number;
  readonly onWelcome: (welcome: Extract<ToServer, { type: "welcome" }>) => void;
};

export function createMessageHandler(context: Context) {
  const { simulations, trainings, requests, send, concurrency, canTrain, isLeaving, now, onWelcome } =
    context;
  const answerOffer = (offer: Offer) => {
    const attempt = { simulation: offer.simulation, attempt: offer.attempt };
    const isFull = simulations.busyCount >= concurrency;
    if (!simulations.has(attempt) && (isLeaving() || isFull)) {
      send({
        type: "decline",
        ...attempt,
        reason: isLeaving() ? "This server is shutting down." : "This server has no free slot.",
      });
      return;
    }
    send({ type: "accept", ...attempt });
    if (!simulations.has(attempt)) simulations.begin(offer, now() + offer.lease_ms - LEASE_MARGIN_MS);
  };
  const answerTrainingOffer = (offer: TrainingOffer) => {
    const attempt = { job: offer.job, attempt: offer.attempt };
    const isFull = trainings.busyCount > 0;
    if (!trainings.has(attempt) && (isLeaving() || isFull || !canTrain)) {
      const reason = isLeaving()
        ? "This server is shutting down."
        : "This server does not train, or has a training already.";
      send({ type: "training-decline", ...attempt, reason });
      return;
    }
    send({ type: "training-accept", ...attempt });
    if (!trainings.has(attempt)) trainings.begin(offer, now() + offer.lease_ms - LEASE_MARGIN_MS);
  };
  return (message: Message): void => {
    switch (message.type) {
      case "welcome":
        onWelcome(message);
        return;
      case "offer":
        answerOffer(message);
        return;
      case "cancel":
        simulations.handle(message, "revoked", message.reason);
        return;
      case "ack":
        requests.answered(message);
        simulations.handle(message, "acknowledged");
        return;
      case "spec":
      case "file-chunk":
      case "unreadable":
      case "kept":
      case "training-noted":
      case "training-kept":
        requests.answered(message);
        return;
      case "training-offer":
        answerTrainingOffer(message);
        return;
      case "training-stop":
        trainings.stop(message);
        return;
      case "training-cancel":
        trainings.handle(message, "revoked", message.reason);
        return;
      case "training-ack":
        requests.answered(message);
        trainings.handle(message, "acknowledged");
        return;
      case "checked":
        return;
      default:
        assertNever(message);
    }
  };
}
