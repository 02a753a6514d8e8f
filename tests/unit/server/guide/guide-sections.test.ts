import { splitSections } from "@understudy/server/guide/search.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the sections of a page of the guide");
it("are cut at headings, with anchors that no two share and text without marks", () => {
  const page =
    "# A page\n\nSee *this* [link](/x) & `code`.\n\n## Part\n\n- one\n- two **bold**\n\n## Part\n\n| a | b |\n| --- | --- |\n| `c` | d |\n\n![alt](picture)\n";
  assert.equal(splitSections(page), [
    { heading: "A page", anchor: "a-page", text: "See this link & code." },
    { heading: "Part", anchor: "part", text: "one two bold" },
    { heading: "Part", anchor: "part-1", text: "a b c d" },
  ]);
});
it("are none of a page without a heading", () => {
  assert.equal(splitSections("only text"), []);
});
