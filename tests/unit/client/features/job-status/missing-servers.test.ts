import { describeMissing } from "@understudy/client/features/job-status/missing-servers.ts";
import { assert, suite } from "../../../../harness.ts";

const server = (id: number, fields: { is_connected?: boolean; is_withdrawn?: boolean } = {}) => ({
  ...{ id, name: `lab ${id}`, is_connected: true, is_withdrawn: false },
  last_seen: "2026-01-05T09:30:00.000Z",
  ...fields,
});
const goneServer = server(1, { is_connected: false });
const withdrawnServer = server(2, { is_withdrawn: true });

const it = suite("a job that simulates");
it("says nothing while all of its servers may run its simulations", () => {
  assert.is(describeMissing([server(1), server(2)]), null);
});
it("names servers that are gone, and that others go on", () => {
  const text = describeMissing([goneServer, server(3)]) ?? "";
  assert.match(text, /^lab 1 is not connected \(last .+\)\. The other servers of this job go on\.$/);
});
it("names servers that are not shared any more, connected or not, and that its simulations wait", () => {
  const wait = "Simulations wait until a server of this job is connected.";
  assert.is(describeMissing([withdrawnServer]), `lab 2 is not shared any more. ${wait}`);
  const isGoneToo = { ...withdrawnServer, is_connected: false };
  assert.match(
    describeMissing([goneServer, isGoneToo]) ?? "",
    /^lab 1 is not .+\. lab 2 is not shared any more\. Sim/,
  );
});
