import { withoutUnused } from "@understudy/client/unused-styles.ts";
import { assert, suite } from "../../harness.ts";

const it = suite("styles that no script names");

it("are left out, selector by selector, and all others stay", () => {
  const css = [
    ".m_0000000a{color:red}",
    ".m_0000000a,.m_0000000b:hover{top:0}",
    "@media (hover){.m_0000000b .m_0000000a{left:0}}",
    "@keyframes m{0%{top:0}}",
    "body{margin:0}",
  ].join("");
  const left = withoutUnused(css, new Set(["m_0000000b"]));
  assert.not.match(left, "color:red");
  assert.match(left, ".m_0000000b:hover{top:0}");
  assert.not.match(left, "left:0");
  assert.match(left, "@keyframes m{0%{top:0}}");
  assert.match(left, "body{margin:0}");
});
