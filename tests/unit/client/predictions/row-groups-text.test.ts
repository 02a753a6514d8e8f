import { validationText } from "@understudy/client/features/training-config/rows.ts";
import { groupsText } from "@understudy/client/predictions/row-groups-text.ts";
import { dataNoteText } from "@understudy/shared/domain/data-note.ts";
import { assert, suite } from "../../../harness.ts";
import { makeConfig } from "../../../support/factories.ts";

const it = suite("the sentences about rows that go together");

const groups = { columns: ["w", "l"], swept: ["vgs"], count: 60, smallest: 25, largest: 25 };

it("say how many groups there are, how large, and by what", () => {
  assert.is(groupsText(groups), "60 groups of 25 rows that agree in w and l");
  const many = { ...groups, columns: ["a", "b", "c", "d", "e", "f"], count: 1200, smallest: 4 };
  assert.is(groupsText(many), "1,200 groups of 4 to 25 rows that agree in a, b, c, d, and 2 more");
});

it("say how many groups are held out", () => {
  const config = makeConfig({
    row_groups: groups,
    data_set_sizes: { combined: 1500, training: 1200, validation: 300 },
  });
  const job = { has_simulations: false, simulation_counts: null };
  assert.is(validationText(job, config), "about 12 of 60 groups, each whole");
  assert.is(validationText(job, { ...config, row_groups: null }), "about 300 of 1,500");
});

it("name what was noticed in the inputs by the names that people see", () => {
  const showName = (name: string) => (name === "n" ? "Run" : name);
  assert.match(
    dataNoteText({ kind: "row counter", input: "n" }, showName),
    /^Run counts the rows, so it is fixed/,
  );
  assert.is(
    dataNoteText({ kind: "rare level", input: "corner", level: "sf", rows: 1 }, showName),
    "corner is sf in only 1 row, which is kept for the training.",
  );
  assert.is(
    dataNoteText({ kind: "reading", file: "Outputs File", text: "Row 2 holds units: V, A." }, showName),
    "Outputs File: Row 2 holds units: V, A.",
  );
});
