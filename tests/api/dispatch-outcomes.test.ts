/** Simulations end, or go to another server, by what their servers say of them. */
import { LEASE_MS } from "@understudy/engine/dispatch/rules.ts";
import {
  leaseSimulations,
  renewLeases,
  storeFailure,
  storeResult,
} from "@understudy/server/dispatch/dispatch.ts";
import { resumeSimulations } from "@understudy/server/dispatch/move-simulations.ts";
import { requeueExpired } from "@understudy/server/dispatch/renew-leases.ts";
import { readCurves } from "@understudy/server/models/simulation-curves.ts";
import type { SimulationOutputs } from "@understudy/shared/domain/simulation.ts";
import { assert, suite } from "../harness.ts";
import { createLeaseBench, failure, later, only, result } from "../support/specs/leases.ts";
import { openTestPlatform } from "../support/specs/simulations.ts";

const it = suite("leased simulations", { timeout: 120_000 });
const platform = await openTestPlatform();
const { twoServers, all, first } = createLeaseBench(platform);

it("end by the first result; repeated, late and foreign ones are ignored", async () => {
  const { firstServer, secondServer, job } = await twoServers(1);
  const lost = only(await leaseSimulations(platform, firstServer, 1));
  await storeResult(platform, secondServer, { ...result(lost), running_time: 99 });
  assert.is((await first(job._id)).status, "Running", "it was never the other server's");
  await requeueExpired(platform, later(LEASE_MS + 1_000));
  const again = only(await leaseSimulations(platform, secondServer, 1));
  assert.equal([again.simulation, again.attempt], [lost.simulation, 2]);
  await Promise.all([1, 2, 3].map(() => storeResult(platform, firstServer, result(lost))));
  await storeResult(platform, secondServer, { ...result(again), running_time: 99 });
  await storeFailure(platform, secondServer, failure("model", again));
  const { status, running_time, result_attempt, resource } = await first(job._id);
  assert.equal([status, running_time, result_attempt, resource?.id], ["Complete", 0.5, 1, firstServer.id]);
  assert.equal((await renewLeases(platform, secondServer, [again])).lost, [again]);
});

it("fail for the model at once, and for servers that cannot run it at the fourth time", async () => {
  const { firstServer, secondServer, job } = await twoServers(3);
  const [model, senseless, infrastructure] = await leaseSimulations(platform, firstServer, 3);
  if (!model || !senseless || !infrastructure) throw new Error("not enough leases");
  await storeFailure(platform, firstServer, failure("model", model));
  await storeResult(platform, firstServer, { ...result(senseless), outputs: { sum: 1, decay: [1, 2] } });
  await storeFailure(platform, firstServer, failure("infrastructure", infrastructure));
  for (let i = 1; i <= 3; i++) {
    const again = only(await leaseSimulations(platform, secondServer, 1, later(i * 60_000)));
    await storeFailure(platform, secondServer, failure("infrastructure", again));
  }
  const records = await all(job._id);
  assert.ok(records.every(({ status }) => status === "Running Failed"));
  assert.equal(
    records.map(({ error }) => error),
    [
      "a failure of the model",
      "The server sent a decay that is not what the spec says of it.",
      "No server could run it. The last said: a failure of the infrastructure",
    ],
  );
  assert.is(records[0]?.log_tail, "the end of the log");
});

it("are complete without the outputs that are undefined, and fail where all of them are", async () => {
  const { firstServer, job } = await twoServers(3);
  const [lacksCurve, lacksAll, unexplained] = await leaseSimulations(platform, firstServer, 3);
  if (!lacksCurve || !lacksAll || !unexplained) throw new Error("not enough leases");
  const reasons = { sum: "sum is nan.", decay: "decay is empty." };
  const lacking = (leased: typeof lacksCurve, outputs: SimulationOutputs, undefined_outputs = {}) =>
    storeResult(platform, firstServer, { ...result(leased), outputs, undefined_outputs });
  await lacking(lacksCurve, { sum: 1 }, { decay: reasons.decay });
  await lacking(lacksAll, {}, reasons);
  await lacking(unexplained, { sum: 1 });
  const records = await all(job._id);
  assert.equal(
    records.map(({ status, outputs, undefined_outputs, error }) => ({
      status,
      outputs,
      undefined_outputs,
      error,
    })),
    [
      { status: "Complete", outputs: { sum: 1 }, undefined_outputs: { decay: reasons.decay }, error: null },
      {
        status: "Running Failed",
        outputs: null,
        undefined_outputs: {},
        error: "sum is nan. decay is empty.",
      },
      { status: "Running Failed", outputs: null, undefined_outputs: {}, error: "The server sent no decay." },
    ],
  );
  const [curves] = [...(await readCurves(platform.store, records.slice(0, 1))).values()];
  assert.equal(curves, {});
});

it("are not failed again by a failure that is reported once more after a retry", async () => {
  const { firstServer, secondServer, job } = await twoServers(2);
  const [failed, lost] = await leaseSimulations(platform, firstServer, 2);
  if (!failed || !lost) throw new Error("not enough leases");
  await storeFailure(platform, firstServer, failure("model", failed));
  await requeueExpired(platform, later(LEASE_MS + 1_000));
  await storeFailure(
    platform,
    secondServer,
    failure("model", only(await leaseSimulations(platform, secondServer, 2))),
  );
  assert.ok((await all(job._id)).every(({ status }) => status === "Running Failed"));
  await resumeSimulations(platform, job._id, true);
  for (const leased of [failed, lost]) await storeFailure(platform, firstServer, failure("model", leased));
  assert.ok(
    (await all(job._id)).every(({ status, error }) => status === "Pending Running" && error === null),
  );
  const again = await leaseSimulations(platform, secondServer, 2);
  assert.equal(
    again.map(({ attempt }) => attempt),
    [2, 3],
  );
  await storeFailure(platform, firstServer, failure("model", failed));
  assert.ok((await all(job._id)).every(({ status }) => status === "Running"));
  for (const leased of again) await storeFailure(platform, secondServer, failure("model", leased));
  assert.ok((await all(job._id)).every(({ status }) => status === "Running Failed"));
});
