/** The requests that a page repeats, only while its socket is down. */
import { pollWhileDown } from "@understudy/client/data/socket/poll.ts";
import { setSocketStatus } from "@understudy/client/data/socket/status.ts";
import { assert, eventually, suite } from "../../../../harness.ts";

const it = suite("polling");
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

it("begins when the socket goes down, and ends when it is back", async () => {
  let readings = 0;
  setSocketStatus("up");
  const stop = pollWhileDown(
    async () => {
      readings++;
    },
    () => 1,
  );
  await turn();
  assert.is(readings, 0);
  setSocketStatus("down");
  await eventually("several readings", () => readings > 2);
  setSocketStatus("up");
  await turn();
  const before = readings;
  await turn();
  assert.is(readings, before);
  stop();
});
it("pauses while there is nothing to wait for, as once a job is over", async () => {
  let readings = 0;
  setSocketStatus("down");
  const stop = pollWhileDown(
    async () => {
      readings++;
    },
    () => (readings < 2 ? 1 : null),
  );
  await eventually("two readings", () => readings === 2);
  await turn();
  assert.is(readings, 2);
  stop();
  setSocketStatus("connecting");
});
