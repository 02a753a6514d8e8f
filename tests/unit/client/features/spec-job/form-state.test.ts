import {
  type FormState,
  formReducer,
  initialState,
} from "@understudy/client/features/spec-job/form-state.ts";
import { readFile } from "@understudy/client/features/spec-job/job-draft.ts";
import type { FileState } from "@understudy/client/uploads/use-file-upload.ts";
import { assert, suite } from "../../../../harness.ts";
import { makeFile, makeSpecVersion } from "../../../../support/specs/spec-jobs.ts";

/** The fields of files, and the field that another file changes as a whole. */
const FILE_FIELDS = {
  extra_data_file_id: "extra_data_file_id",
  "variables.deck.file_id": "variables.deck",
  "score_function.inputs.mask": "score_function",
};
const { variables } = makeSpecVersion();
const spec = makeSpecVersion({ variables: [...variables, makeFile("deck")] });
const form = initialState({
  ...{ spec, objective: "Optimization", emulatorJob: null, settings: null },
  ...{ shared: null, draftId: null, isCheck: false },
});

const uploading = (file: File): FileState => ({
  status: "uploading",
  file,
  sentBytes: 0,
  bytesPerSecond: null,
});
const done = (file: File): FileState => ({
  status: "done",
  fileId: `id of ${file.name}`,
  name: file.name,
  size: 1,
  file,
});
const rows = new File(["1"], "rows.csv");
/** The form with a file that is being uploaded, whose request has begun. */
function sendWhileUploading(field: string): FormState {
  const chosen = formReducer(form, { type: "upload", field, file: uploading(rows) });
  return formReducer(chosen, { type: "send" });
}

const it = suite("the files of a form");

it("are not there when their fields come to the page, which changes nothing", () => {
  for (const field of Object.keys(FILE_FIELDS))
    assert.is(formReducer(form, { type: "upload", field, file: { status: "empty" } }), form);
});

for (const [field, changed] of Object.entries(FILE_FIELDS)) {
  it(`keep the server's errors for ${field} while their upload moves on, and lose them with another file`, () => {
    const sent = sendWhileUploading(field);
    const uploaded = formReducer(sent, { type: "upload", field, file: done(rows) });
    assert.equal(readFile(uploaded.draft, field), done(rows));
    assert.equal([...uploaded.changed], []);
    // The field comes back to the page, with the file that it had.
    assert.equal([...formReducer(uploaded, { type: "upload", field, file: done(rows) }).changed], []);
    for (const file of [uploading(new File(["2"], "rows.csv")), { status: "empty" } as const]) {
      const replaced = formReducer(uploaded, { type: "upload", field, file });
      assert.equal(readFile(replaced.draft, field), file);
      assert.equal([...replaced.changed], [changed]);
    }
  });
}
