import { Input, TextInput } from "@mantine/core";
import { MAX_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { AddTag } from "#ui/add-tag.tsx";
import { fieldError } from "#ui/field-errors.ts";
import { TagList } from "#ui/tag-list.tsx";
import classes from "./new-spec-job.module.css";
import type { NewSpecJobForm } from "./use-new-spec-job.ts";

/** The name and the tags of the job. */
export function GeneralFields({ form }: { form: NewSpecJobForm }) {
  const { state, dispatch, errors } = form;
  const { name, tags } = state.draft;
  const setTags = (change: (before: readonly string[]) => readonly string[]) =>
    dispatch({ type: "change", field: "tags", changes: (before) => ({ tags: change(before.tags) }) });
  return (
    <div className={classes.about}>
      <TextInput
        label="Name"
        required
        maxLength={MAX_NAME_LENGTH}
        value={name}
        error={fieldError(errors, "name")}
        onChange={(event) =>
          dispatch({ type: "change", field: "name", changes: { name: event.currentTarget.value } })
        }
      />
      <Input.Wrapper label="Tags" labelElement="div" error={fieldError(errors, "tags")}>
        <TagList
          names={tags}
          onRemove={(removed) => setTags((before) => before.filter((tag) => tag !== removed))}
        >
          <AddTag
            taken={tags}
            onAdd={(added) => {
              setTags((before) => [...before, added]);
              return Promise.resolve(true);
            }}
          />
        </TagList>
      </Input.Wrapper>
    </div>
  );
}
