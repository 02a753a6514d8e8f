/** The notice of maintenance as a page shows it. */
import { getMaintenance, setMaintenance } from "@understudy/client/data/maintenance.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the notice of maintenance of a page");
it("is not shown again when it was read before its removal and arrives after it", () => {
  const [written, removed] = ["2026-01-01T10:00:00.000Z", "2026-01-01T11:00:00.000Z"];
  const banner = { text: "Upgrade at 18:00", time: written };
  setMaintenance(null, null);
  setMaintenance(banner, written);
  assert.equal(getMaintenance(), banner);
  setMaintenance(null, removed);
  setMaintenance(banner, written);
  assert.is(getMaintenance(), null);
});
