import { guideHtml } from "@understudy/client/features/guides/guide-html.ts";
import { assert, suite } from "../../../../harness.ts";

const links = suite("a link in the guide");

links("opens a file of the server in a tab of its own, and a page in the same", () => {
  const html = guideHtml("[the *file*](/api/openapi.json) and [a page](/guides/python)", "light");
  assert.match(
    html,
    '<a href="/api/openapi.json" target="_blank" rel="noreferrer">the <em>file</em></a> and ' +
      '<a href="/guides/python">a page</a>',
  );
});
