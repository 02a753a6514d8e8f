/** A form that several people fill in: its fields one by one, and what each page sends and shows. */
import { mergeDraft, type StoredDraft } from "@understudy/client/data/job-drafts.ts";
import {
  labelField,
  toFormValues,
  withFormValues,
} from "@understudy/client/features/spec-job/form-fields.ts";
import { newDraft } from "@understudy/client/features/spec-job/job-draft.ts";
import { addDraft, findOtherAddress, withoutDraft } from "@understudy/client/shared-form/draft-address.ts";
import {
  createFormSync,
  listChanges,
  type SendOutcome,
  type SentChange,
} from "@understudy/client/shared-form/form-sync.ts";
import type { DraftField, DraftValue } from "@understudy/shared/api/job-draft.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeFile, makeScalar, makeSpecVersion, makeVector } from "../../../../support/specs/spec-jobs.ts";

const spec = makeSpecVersion({
  variables: [...makeSpecVersion().variables, makeVector("v"), makeFile("deck"), makeScalar("a.b")],
});
const kind = { spec, objective: "Optimization" } as const;
const start = newDraft(spec, kind.objective);

const fields = suite("the fields of a shared form");
fields("make up the form, all but its files", () => {
  const [first] = spec.variables;
  const [goal] = spec.outputs;
  const filled = {
    ...start,
    name: "Filter",
    tags: ["rf"],
    walkers: "12",
    warmStart: true,
    goals: [{ id: 1, kind: "limits", output: goal?.name ?? null, lower: "1", upper: "" }] as const,
    distributions: { w1: { kind: "normal", mean: 1, standard_deviation: 0.1 } } as const,
    variables: {
      ...start.variables,
      [first?.name ?? ""]: {
        type: "Scalar",
        min: "1",
        value: "2",
        max: "3",
        fixed: true,
        isTyped: true,
      } as const,
    },
  };
  const values = toFormValues(kind, filled);
  assert.equal(withFormValues(kind, start, values), filled);
  assert.equal(
    Object.keys(values).filter((key) => key.includes("deck") || key.includes("extraData")),
    [],
  );
});
fields("of two forms are compared one by one; a field that one lacks is empty there", () => {
  const other = { ...start, name: "Filter", distributions: { w1: { kind: "fixed", value: 1 } } as const };
  const changes = listChanges(toFormValues(kind, start), toFormValues(kind, other));
  assert.equal(changes, [
    { key: "name", value: "Filter", before: "" },
    { key: "distributions.w1", value: { kind: "fixed", value: 1 }, before: null },
  ]);
  assert.equal(withFormValues(kind, other, { "distributions.w1": null }).distributions, {});
});
fields("that others fill with another type of value stay as they are", () => {
  const foreign = { name: 7, tags: "rf", warmStart: "yes", goals: [1], "score.name": true };
  assert.equal(withFormValues(kind, start, foreign), start);
});
fields("have the names that the form shows", () => {
  const labels = ["name", "variables.a.b.max", "variables.v.isTyped", "distributions.w1", "unknown"].map(
    (key) => labelField(kind, key),
  );
  const name = spec.variables.find((variable) => variable.name === "a.b")?.verbose_name;
  assert.equal(labels, ["Name", `Maximum of ${name}`, null, "Distribution of w1", null]);
});

const addresses = suite("the address of a shared form");
addresses("is that of the form with an id", () => {
  assert.is(withoutDraft("?objective=Out%20of%20Spec&draft=7"), "objective=Out+of+Spec");
  assert.is(addDraft("?objective=Training&draft=7", 8), "?objective=Training&draft=8");
});
addresses(
  "leads to the form's own where it names another objective or spec, and never back to itself",
  () => {
    const draft = { id: 7, spec_version_id: 3, search: "objective=Out%20of%20Spec&draft=1" };
    const address = "/spec_versions/3/jobs/new?objective=Out+of+Spec&draft=7";
    assert.is(findOtherAddress(draft, 3, "?objective=Training&draft=7"), address);
    assert.is(findOtherAddress(draft, 4, "?objective=Out+of+Spec&draft=7"), address);
    assert.is(findOtherAddress(draft, 3, address.slice(address.indexOf("?"))), null);
  },
);

const ADA_PERSON = { id: 1, name: "Ada" };
const ZOE_PERSON = { id: 2, name: "Zoe" };
type Person = typeof ADA_PERSON;

/** A stored form, and the pages that people have open. The network answers when a test says so. */
function createForm(values: Record<string, DraftValue>) {
  let revision = 1;
  const time = new Date(0).toISOString();
  const toField = (key: string, value: DraftValue, by: Person): DraftField => ({
    ...{ key, value, by, time, revision },
  });
  const stored = new Map(
    Object.entries(values).map(([key, value]) => [key, toField(key, value, ADA_PERSON)]),
  );
  const pages: { reconcile: () => void }[] = [];
  const store = (change: SentChange["values"], by: Person) => {
    revision++;
    for (const [key, value] of Object.entries(change)) stored.set(key, toField(key, value, by));
    for (const page of pages) page.reconcile();
  };
  const accept = ({ values: change, base }: SentChange, by: Person): SendOutcome => {
    if (Object.keys(change).some((key) => base[key] !== stored.get(key)?.value)) return "refused";
    store(change, by);
    return "stored";
  };
  const openPage = (person: Person, network: { outcome?: SendOutcome } = {}) => {
    let shown: Record<string, DraftValue> = { ...values };
    const states: string[] = [];
    const sync = createFormSync({
      userId: person.id,
      getStored: () => stored,
      getShown: () => shown,
      show: (newValues) => {
        shown = { ...shown, ...newValues };
      },
      send: async (change) => network.outcome ?? accept(change, person),
      after: () => () => {},
      onState: (state) => void states.push(state),
    });
    pages.push(sync);
    return {
      sync,
      states,
      read: (key: string) => shown[key],
      type: (key: string, value: DraftValue) => {
        const before = shown[key] ?? null;
        shown = { ...shown, [key]: value };
        sync.takeEdits([{ key, value, before }]);
      },
    };
  };
  return { store, openPage, read: (key: string) => stored.get(key)?.value };
}

const sync = suite("a page of a shared form");
sync("sends what its person types, and shows what others type in other fields", async () => {
  const form = createForm({ name: "", max: "5" });
  const [ada, zoe] = [form.openPage(ADA_PERSON), form.openPage(ZOE_PERSON)];
  ada.type("name", "Filter");
  zoe.type("max", "7");
  await Promise.all([ada.sync.flush(), zoe.sync.flush()]);
  assert.equal(
    [ada, zoe].map((page) => [page.read("name"), page.read("max")]),
    [
      ["Filter", "7"],
      ["Filter", "7"],
    ],
  );
  assert.equal(ada.states, ["unsaved", "saving", "saved"]);
  assert.equal([ada.sync.getOverruled(), zoe.sync.getOverruled()], [[], []]);
});
sync("shows the later value, and once that it has overruled that of its person", async () => {
  const form = createForm({ max: "5" });
  const [ada, zoe] = [form.openPage(ADA_PERSON), form.openPage(ZOE_PERSON)];
  ada.type("max", "6");
  await ada.sync.flush();
  zoe.type("max", "7");
  await zoe.sync.flush();
  const overruled = [{ key: "max", personValue: "6", present: "7", by: "Zoe", wasStored: true }];
  assert.equal([ada.read("max"), ada.sync.getOverruled(), zoe.sync.getOverruled()], ["7", overruled, []]);
  ada.sync.leave("max");
  form.store({ max: "8" }, ZOE_PERSON);
  assert.equal([ada.read("max"), ada.sync.getOverruled()], ["8", []]);
});
sync("keeps what is being typed under the eyes of its person until a newer value refuses it", async () => {
  const form = createForm({ max: "5", name: "" });
  const ada = form.openPage(ADA_PERSON);
  ada.type("max", "6");
  ada.type("name", "Filter");
  form.store({ max: "7" }, ZOE_PERSON);
  assert.is(ada.read("max"), "6");
  await ada.sync.flush();
  assert.equal([ada.read("max"), form.read("max")], ["7", "7"], "nothing is overwritten unseen");
  assert.equal(ada.sync.getOverruled(), [
    { key: "max", personValue: "6", present: "7", by: "Zoe", wasStored: false },
  ]);
  await ada.sync.flush();
  assert.equal([form.read("name"), ada.read("name")], ["Filter", "Filter"], "the other field is sent again");
});
sync("sends again what the network has lost, with what was typed since", async () => {
  const form = createForm({ max: "5" });
  const network: { outcome?: SendOutcome } = { outcome: "failed" };
  const ada = form.openPage(ADA_PERSON, network);
  ada.type("max", "6");
  await ada.sync.flush();
  assert.is(ada.states.at(-1), "failed");
  ada.type("max", "66");
  delete network.outcome;
  await ada.sync.flush();
  assert.equal([form.read("max"), ada.states.at(-1)], ["66", "saved"]);
});
sync("sends nothing more once nobody changes the form", async () => {
  const form = createForm({ max: "5" });
  const network: { outcome?: SendOutcome } = { outcome: "ended" };
  const ada = form.openPage(ADA_PERSON, network);
  ada.type("max", "6");
  await ada.sync.flush();
  delete network.outcome;
  ada.type("max", "7");
  await ada.sync.flush();
  assert.equal([form.read("max"), ada.read("max"), ada.states.at(-1)], ["5", "7", "idle"]);
});

const merging = suite("changes of a stored form");
merging("are taken in any order: of each field the highest revision stays", () => {
  const at = (revision: number, key: string, value: string): DraftField => ({
    ...{ key, value, by: ADA_PERSON, time: new Date(0).toISOString(), revision },
  });
  const draft: StoredDraft = {
    ...{ id: 1, spec_version_id: 1, search: "", creator: ADA_PERSON, revision: 1, created_job: null },
    ...{ is_deleted: false, expires: new Date(0).toISOString(), fields: new Map() },
  };
  const change = (revision: number, ...changed: DraftField[]) => ({
    ...{ id: 1, revision, fields: changed, created_job: null, is_deleted: false },
  });
  const changes = [
    change(3, at(3, "name", "c")),
    change(2, at(2, "name", "b"), at(2, "max", "2")),
    change(1, at(1, "max", "1")),
  ];
  const merged = changes.reduce(mergeDraft, draft);
  assert.equal(
    [...merged.fields.values()].map(({ key, value }) => [key, value]),
    [
      ["name", "c"],
      ["max", "2"],
    ],
  );
  assert.is(merged.revision, 3);
  const completed = mergeDraft(merged, { ...change(4), created_job: { id: 9, by: ZOE_PERSON } });
  assert.equal(mergeDraft(completed, change(2)).created_job, { id: 9, by: ZOE_PERSON });
});
