import { joinParts } from "@understudy/client/api/selected-simulations.ts";
import { assert, suite } from "../../../harness.ts";

const it = suite("the file of selected simulations");
it("has one header, and the records of all parts, line ends and quotes within cells included", () => {
  const header = 'id,"Width\r\n""w"" (mm)",score\r\n';
  const records = ['7,"two\r\nlines, ""quoted""",-1.5\r\n', "8,,\r\n", "17,=1,2\r\n"];
  assert.is(
    joinParts([`${header}${records[0]}`, header, `${header}${records[1]}${records[2]}`]),
    `${header}${records.join("")}`,
  );
  assert.is(joinParts([]), "");
});
