/** One's own edits of a config: undone for oneself, and shown with both values where others overrule them. */
import {
  createConfigHistory,
  createOwnEdits,
  findRefused,
} from "@understudy/client/features/training-config/person-edits.ts";
import type { JobConfig, JobConfigChange } from "@understudy/shared/api/job-config.ts";
import { applyConfigChange } from "@understudy/shared/job-config/apply-change.ts";
import { listFields, readBase, recordEdits, toChange } from "@understudy/shared/job-config/config-fields.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeConfig } from "../../../../support/factories.ts";

const it = suite("one's own edits of a config");

const ADA_PERSON = { id: 1, name: "Ada" };
const ZOE_PERSON = { id: 2, name: "Zoe" };
const rename = (display: string, name = "length"): JobConfigChange => ({ inputs: [{ name, display }] });
const readDisplay = ({ inputs }: JobConfig, name = "length") =>
  inputs.find((input) => input.name === name)?.display;
/** The config once the server has stored a person's change. */
function store(config: JobConfig, change: JobConfigChange, by: typeof ADA_PERSON, second: number): JobConfig {
  const time = new Date(second * 1_000).toISOString();
  const { config: changed } = applyConfigChange(config, change);
  return { ...changed, field_edits: recordEdits(config, changed, change, { by, time }) };
}

it("are taken back and repeated one after the other, letters of one word together", () => {
  let now = 0;
  const history = createConfigHistory(() => now);
  let config = makeConfig();
  const edit = (change: JobConfigChange | null) => {
    assert.ok(change !== null);
    config = applyConfigChange(config, change).config;
  };
  for (const text of ["L", "Le", "Len"]) {
    history.record(config, rename(text));
    edit(rename(text));
    now += 200;
  }
  now += 5_000;
  history.record(config, rename("W", "width"));
  edit(rename("W", "width"));
  edit(history.undo(config));
  assert.equal([readDisplay(config), readDisplay(config, "width")], ["Len", ""]);
  edit(history.undo(config));
  assert.is(readDisplay(config), "");
  assert.is(history.undo(config), null);
  edit(history.redo(config));
  edit(history.redo(config));
  assert.equal([readDisplay(config), readDisplay(config, "width")], ["Len", "W"]);
});
it("are not taken back where somebody else has changed the field since", () => {
  const history = createConfigHistory(() => 0);
  const start = makeConfig();
  history.record(start, rename("Mine"));
  const changed = applyConfigChange(start, rename("Mine")).config;
  assert.is(history.undo(store(changed, rename("Theirs"), ZOE_PERSON, 2)), null);
});
it("are shown with both values once, where somebody else changes them afterwards", () => {
  const edits = createOwnEdits(ADA_PERSON.id);
  const changed = store(makeConfig(), rename("Mine"), ADA_PERSON, 1);
  edits.stored(rename("Mine"), changed);
  assert.equal(edits.takeOverruled(changed), []);
  assert.equal(edits.takeOverruled(makeConfig()), [], "an answer from before shows nothing new");
  const theirs = store(changed, rename("Theirs"), ZOE_PERSON, 2);
  const field = { part: "inputs", name: "length", key: "display" } as const;
  assert.equal(edits.takeOverruled(theirs), [
    { field, personValue: "Mine", present: "Theirs", by: "Zoe", wasStored: true },
  ]);
  assert.equal(edits.takeOverruled(theirs), []);
});
it("that were refused are those on top of newer values, with what was typed last", () => {
  const start = makeConfig();
  const change = { ...rename("Mine"), training: { effort: "quick" as const } };
  const base = readBase(start, change);
  const present = store(start, rename("Theirs"), ZOE_PERSON, 2);
  const [refused, ...further] = findRefused(present, { ...change, base }, rename("Mine, longer"));
  assert.equal(
    [refused?.personValue, refused?.present, refused?.by, further],
    ["Mine, longer", "Theirs", "Zoe", []],
  );
  assert.equal(findRefused(start, { ...change, base }, change), []);
});
it("are the same change once they are taken apart into fields and put together", () => {
  const change: JobConfigChange = {
    inputs: [
      { name: "length", display: "L", unit: "m" },
      { name: "width", fixed: true },
    ],
    outputs: [{ name: "gain", ignored: true }],
    training: { effort: "quick" },
    coordinate_name: null,
  };
  assert.equal(toChange(listFields(change)), change);
});
