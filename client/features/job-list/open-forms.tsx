import { ActionIcon, Anchor, Paper, Text, Title, Tooltip } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import type { ListedDraft } from "@understudy/shared/api/job-draft.ts";
import { counted } from "@understudy/shared/counted.ts";
import { draftPage } from "@understudy/shared/live/presence.ts";
import { useState } from "react";
import { Link } from "react-router-dom";
import { useCurrentUser } from "#data/current-user.ts";
import type { DraftList } from "#data/job-drafts.ts";
import { formatAddress } from "#shared-form/draft-address.ts";
import { canDeleteDraft, StopSharing } from "#shared-form/stop-sharing.tsx";
import { Moment } from "#ui/moment.tsx";
import classes from "./open-forms.module.css";
import { People } from "./people.tsx";

/** The forms that are shown before somebody asks for all of them: more would push the jobs off the page. */
const FIRST_FORMS = 3;

/** Lists the forms of new jobs that people fill in together, above the jobs. */
export function OpenForms({ list: { items, further_count } }: { list: DraftList }) {
  const [isOpen, setOpen] = useState(false);
  const shownItems = isOpen ? items : items.slice(0, FIRST_FORMS);
  return (
    <Paper withBorder p="sm" mb="sm" component="section" aria-labelledby="open-forms">
      <Title order={2} size="h5" id="open-forms">
        Forms being filled in together
      </Title>
      <ul className={classes.forms}>
        {shownItems.map((form) => (
          <FormLine key={form.id} form={form} />
        ))}
      </ul>
      {items.length > FIRST_FORMS && (
        <Anchor component="button" type="button" size="sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? "Show fewer" : `Show all ${items.length}`}
        </Anchor>
      )}
      {isOpen && further_count > 0 && (
        <Text size="xs" c="dimmed">
          {counted(further_count, "form")} that nobody has changed for longer{" "}
          {further_count === 1 ? "is" : "are"} not listed.
        </Text>
      )}
    </Paper>
  );
}

function FormLine({ form }: { form: ListedDraft }) {
  const user = useCurrentUser();
  const { id, name, changed_by, changed_time, spec_version: version, search } = form;
  const title = name.trim() === "" ? "No name yet" : name;
  return (
    <li className={classes.form}>
      <Link
        className={classes.name}
        to={formatAddress({ id, search, spec_version_id: version?.id ?? null })}
        title={title}
      >
        {title}
      </Link>
      <Text size="sm" c="dimmed" className={classes.kind}>
        {describeKind(form)}
      </Text>
      <People page={draftPage(id)} place="Filling it in" />
      <Text size="xs" c="dimmed" className={classes.change}>
        {changed_by.name}, <Moment time={changed_time} none="" />
      </Text>
      {canDeleteDraft(user, form) && (
        <StopSharing draftId={id}>
          {(ask) => (
            <Tooltip label="Stop sharing">
              <ActionIcon variant="subtle" color="gray" aria-label={`Stop sharing ${title}`} onClick={ask}>
                <IconX size={15} />
              </ActionIcon>
            </Tooltip>
          )}
        </StopSharing>
      )}
    </li>
  );
}

/** Describes the job that the form makes: `Optimization with Op-amp, version 2`. */
function describeKind({ spec_version: version, search }: ListedDraft): string {
  if (version === null) return "From files";
  const objective = new URLSearchParams(search).get("objective") ?? "Job";
  return `${objective} with ${version.name}, version ${version.number}`;
}
