import { assert, suite } from "../../../harness.ts";
import { findUndocumentedFunctions } from "../../../style/documented-functions.ts";

const SOURCE_TEXT = `/**
 * Adds.
 * @param a in metres
 */
export function documented(a: number) {}
/** Adds. */
export function undocumented(a: number) {}
/** @param a in metres */

export const arrow = (a: number) => a;
export const bare = (a: number) => a;
export const withoutParameters = () => 1;
function inner(a: number) {}
/** @param a in metres */
export function overloaded(a: number): number;
export function overloaded(a: unknown): unknown { return a; }
`;

const documentation = suite("the share of documented functions");

documentation("counts exported functions that take parameters, and finds those without @param", () => {
  const { functionCount, findings } = findUndocumentedFunctions([{ file: "engine/x.ts", text: SOURCE_TEXT }]);
  assert.is(functionCount, 5);
  assert.equal(
    findings.map(({ line, text }) => `${line}: ${text}`),
    ["7: undocumented has no @param", "11: bare has no @param"],
  );
});
