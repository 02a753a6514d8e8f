/** The fields of the form of a job that is made from files, as several people fill them in. */
import {
  labelField,
  type NewJobValues,
  toFormValues,
  withFormValues,
} from "@understudy/client/features/new-job/form-values.ts";
import { NO_DATA_OPTIONS } from "@understudy/shared/api/job-config.ts";
import { draftValue } from "@understudy/shared/api/job-draft.ts";
import { assert, suite } from "../../../../harness.ts";

const EMPTY_FORM: NewJobValues = { name: "", description: "", source_job_id: null, options: NO_DATA_OPTIONS };

const it = suite("the fields of a form of files");
it("make up the form, all but its files and what is chosen in them", () => {
  const options = { ...NO_DATA_OPTIONS, header_units: false, unwrap_angles: true };
  const filled = { name: "Truss", description: "Steel", source_job_id: 7, options };
  const values = toFormValues(filled);
  assert.equal(withFormValues(EMPTY_FORM, values), filled);
  for (const [key, value] of Object.entries(values)) {
    assert.ok(draftValue.safeParse(value).success, key);
    assert.type(labelField(key), "string", key);
  }
  const choice = { ...filled, options: { ...options, left_out_rows: [3] } };
  assert.equal(toFormValues(choice), values);
  assert.equal(withFormValues(choice, { name: "Beam" }).options, choice.options);
});
it("keep their values where somebody sent a value of another type", () => {
  const values = { name: 5, source_job_id: "7", header_units: "yes", files: "a.csv" };
  assert.equal(withFormValues(EMPTY_FORM, values), EMPTY_FORM);
  assert.is(labelField("files"), null);
});
