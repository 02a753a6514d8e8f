/** The places of a server's simulations in the queue of its cluster. */
import { selectHeldPlaces, summarizeQueue } from "@understudy/server/workers/simulations/queue-places.ts";
import { assert, suite } from "../../../../harness.ts";

type Place = Parameters<typeof summarizeQueue>[1][number];
const makePlace = (simulation: number, state: Place["state"], reason = ""): Place => ({
  ...{ simulation, attempt: 1, job: `7_${simulation}` },
  ...{ state, reason },
});

const it = suite("the queue of a server's cluster");

it("holds each simulation that the server has once, where it stands last, and no other", () => {
  const places = [
    makePlace(1, "pending", "Priority"),
    makePlace(2, "running"),
    makePlace(1, "running"),
    makePlace(3, "held"),
  ];
  const findJob = ({ simulation }: { simulation: number }) => (simulation === 3 ? null : 7);
  const heldPlaces = selectHeldPlaces(places, findJob);
  assert.equal(heldPlaces, [makePlace(1, "running"), makePlace(2, "running")]);
  const counts = { pending: 0, held: 0, running: 2, reasons: [] };
  assert.equal(summarizeQueue("Slurm", heldPlaces), { scheduler: "Slurm", ...counts });
});

it("shows long reasons that begin alike as one", () => {
  const long = "x".repeat(60);
  const places = ["Priority", `${long}1`, `${long}2`].map((reason, at) => makePlace(at, "pending", reason));
  assert.equal(summarizeQueue("Slurm", places).reasons, [long, "Priority"]);
});
