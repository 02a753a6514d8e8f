import { assert, suite } from "../../../harness.ts";
import { describeSubjectFault } from "../../../style/subject-fault.ts";

const subjects = suite("the subject of a commit");

subjects("names an area and what the commit does", () => {
  for (const subject of ["words: MIN_ for the least noise", "data files: read units, and refuse to mix them"])
    assert.is(describeSubjectFault(subject), null);
});

subjects("is refused without an area, with a full stop, and with more than 72 characters", () => {
  assert.match(describeSubjectFault("Mend the server") ?? "", "form");
  assert.match(describeSubjectFault("Server: mend it") ?? "", "form");
  assert.match(describeSubjectFault("server: mend it.") ?? "", "full stop");
  assert.match(describeSubjectFault(`server: ${"a".repeat(65)}`) ?? "", "73 characters");
  assert.is(describeSubjectFault(`server: ${"a".repeat(64)}`), null);
});
