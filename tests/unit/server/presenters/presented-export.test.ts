/** An export as pages see it. */
import type { EmulatorExportRecord } from "@understudy/server/models/emulator-export.ts";
import { presentExport } from "@understudy/server/presenters/emulator-export.ts";
import { exportOptions } from "@understudy/shared/api/emulator-export.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("an export on a page");

/** Ticks of progress are sent with the lease that the record had when it was begun. */
it("is being made for as long as nobody has recorded another state, however old its lease is", () => {
  const record: EmulatorExportRecord = {
    ...{ _id: "1:0123456789abcdef", job_id: 1, key: "0123456789abcdef", emulator_version: 1 },
    ...{ emulator_file: "a.emulator", format: "verilog-a", options: exportOptions.parse({}) },
    ...{ state: "running", progress: 0.4, text: "Fitting a network", remaining_seconds: 30, is_ahead: false },
    step: { name: "fit", number: 3, count: 5, share: 0.3 },
    ...{ user_id: 1, creation_time: new Date(0), used_time: new Date(0) },
    ...{ token: "token", lease_until: new Date(1), restarts: 0, made: null },
  };
  const { state, text, step, remaining_seconds } = presentExport(record);
  assert.equal([state, text, step?.number, remaining_seconds], ["running", "Fitting a network", 3, 30]);
});
