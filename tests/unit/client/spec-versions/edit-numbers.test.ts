import { createBody } from "@understudy/client/pages/spec-versions/edit/body.ts";
import { createDraft, type VariableDraft } from "@understudy/client/pages/spec-versions/edit/draft.ts";
import { numberProblems } from "@understudy/client/pages/spec-versions/edit/numbers.ts";
import { checkManifest } from "@understudy/engine/specs/check-manifest.ts";
import { presentSpecVersion } from "@understudy/server/presenters/spec.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { assert, suite } from "../../../harness.ts";
import { makeUser } from "../../../support/factories.ts";
import { DIVIDER, dividerFiles, makeSpec, makeSpecVersion } from "../../../support/specs/specs.ts";

const it = suite("the numbers of a spec's form");

function form(changes: Partial<VariableDraft> = {}) {
  const checked = checkManifest(new Map(Object.entries(dividerFiles(DIVIDER))));
  if (!("manifest" in checked)) throw new Error("The spec is not valid");
  const version = makeSpecVersion({ _id: 1, name: "Divider", manifest: checked.manifest });
  const draft = createDraft(presentSpecVersion(version, makeSpec({ _id: 1 }), makeUser()));
  return {
    ...draft,
    variables: draft.variables.map((variable, at) => (at === 0 ? { ...variable, ...changes } : variable)),
  };
}
function sent(changes: Partial<VariableDraft>) {
  const [first] = createBody(form(changes)).variables;
  return first !== undefined && "default_val" in first ? first.default_val : null;
}

it("may have the unit of their variable, and a prefix before it", () => {
  assert.is(sent({ unit: "Ohm", default_val: "4k7" }), 4700);
  assert.is(sent({ unit: "Ohm", default_val: "2.2 kΩ" }), 2200);
  assert.is(sent({ unit: "um", default_val: "40u" }), 40);
  assert.is(sent({ unit: "", default_val: "1,5" }), 1.5);
});

it("are named where they are none, before anything is sent", () => {
  assert.equal(numberProblems(form()), {});
  assert.equal(numberProblems(form({ default_val: "wide", absolute_min: "1,500", absolute_max: "" })), {
    "variables[0].absolute_min": [MESSAGES.ambiguousComma("1500", "1.500")],
    "variables[0].default_val": [MESSAGES.invalidNumber],
  });
});
