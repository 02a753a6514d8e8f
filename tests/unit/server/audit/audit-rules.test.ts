/** No route that changes something can be forgotten by the audit journal. */
import { auditRules, NOT_AUDITED } from "@understudy/server/audit/rules.ts";
import { type RouteName, routes } from "@understudy/shared/api/routes.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the audit journal");
const names = Object.keys(routes).filter((name): name is RouteName => name in routes);
const changing = names.filter((name) => !["GET", "HEAD"].includes(routes[name].method));

it("has a rule for every route that changes something, or a reason why not", () => {
  const forgotten = changing.filter((name) => !(name in auditRules) && !(name in NOT_AUDITED));
  assert.equal(forgotten, [], "add a rule in server/audit, or a reason to NOT_AUDITED");
});
it("has one or the other, each for the route of its name", () => {
  for (const name of names) {
    const rule = auditRules[name];
    if (rule === undefined) continue;
    assert.is(rule.route, routes[name], name);
    assert.not(name in NOT_AUDITED, name);
    assert.ok(changing.includes(name), name);
  }
});
