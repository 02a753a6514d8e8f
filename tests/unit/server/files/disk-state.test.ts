/** Disks that answer late or never, as network file systems whose server is away. */
import { DISK_FAULT_TEXTS } from "@understudy/engine/dataset/storage/disk-faults.ts";
import { findDiskFault } from "../../../../server/files/disk-state.ts";
import { assert, suite } from "../../../harness.ts";
import { temporaryFolder } from "../../../support/cleanup.ts";

const it = suite("a disk that does not answer");

it("is a fault once the deadline is over, is asked once, and is sound once it answers", async () => {
  const folder = temporaryFolder("silent-disk");
  const folders = { staging: folder, dataDir: folder };
  const answer = Promise.withResolvers<string | null>();
  let probeCount = 0;
  const probe = () => {
    probeCount += 1;
    return answer.promise;
  };
  const deadline = new AbortController();
  const first = findDiskFault(folders, probe, deadline.signal);
  deadline.abort();
  assert.is(await first, DISK_FAULT_TEXTS.silent);
  assert.is(await findDiskFault(folders, probe, deadline.signal), DISK_FAULT_TEXTS.silent);
  assert.is(probeCount, 1);

  const late = findDiskFault(folders, probe, new AbortController().signal);
  answer.resolve(null);
  assert.is(await late, null);
  assert.is(await findDiskFault(folders), null);
});
