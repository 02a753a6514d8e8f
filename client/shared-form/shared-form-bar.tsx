import { Alert, Box, Button, Text } from "@mantine/core";
import { IconLink, IconUsersPlus } from "@tabler/icons-react";
import { formatFieldValue } from "@understudy/shared/job-config/config-fields.ts";
import { draftPage } from "@understudy/shared/live/presence.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import type { ReactNode } from "react";
import { useNavigate } from "react-router-dom";
import { useCurrentUser } from "#data/current-user.ts";
import type { StoredDraft } from "#data/job-drafts.ts";
import { StillFaces } from "#presence/faces.tsx";
import { notifySuccess } from "#ui/banner-messages.ts";
import { copyText } from "#ui/copy-text.ts";
import { EditSteps } from "#ui/edit-steps.tsx";
import { OverruledList } from "#ui/overruled-list.tsx";
import { SaveStatus } from "#ui/save-status.tsx";
import { TextLink } from "#ui/text-link.tsx";
import { addDraft, withoutDraft } from "./draft-address.ts";
import type { FormSync } from "./form-sync.ts";
import classes from "./shared-form.module.css";
import { canDeleteDraft, StopSharing } from "./stop-sharing.tsx";
import type { SharedForm } from "./use-shared-form.ts";

type Props = {
  shared: SharedForm;
  /** Names a field as the form does; null: it is no field that people see. */
  labelField: (key: string) => string | null;
  /** Says what of the form is not shared. */
  note: string;
  /** The form creates its job: nobody has to be told that there is one. */
  isCreating: boolean;
};

/** Begins to share the form, and says who fills it in. */
export function SharedFormBar({ shared, labelField, note, isCreating }: Props) {
  const navigate = useNavigate();
  const { stored, sync } = shared;
  const goTo = (search: string) => navigate({ search }, { replace: true });
  const leave = () => goTo(`?${withoutDraft(window.location.search)}`);
  async function begin(): Promise<void> {
    const id = await shared.begin(withoutDraft(window.location.search));
    if (id !== null) goTo(addDraft(window.location.search, id));
  }
  if (stored === null || sync === null) {
    return (
      <div className={classes.bar}>
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconUsersPlus size={15} />}
          loading={shared.isBeginning}
          onClick={() => void begin()}
        >
          Fill in together
        </Button>
        <Text size="xs" c="dimmed" className={classes.text}>
          Colleagues who open the address of the form then fill it in with you. {note}
        </Text>
      </div>
    );
  }
  if (stored.created_job !== null && !isCreating) {
    const { id, by } = stored.created_job;
    return (
      <Ended color="teal" label="The job was created" onLeave={leave}>
        {by.name} created <TextLink to={`/jobs/${id}`}>the job</TextLink>. Changes here are no longer shared.
      </Ended>
    );
  }
  if (stored.is_deleted)
    return (
      <Ended color="yellow" onLeave={leave}>
        This shared form was deleted.
      </Ended>
    );
  return <OpenForm {...{ shared, labelField, note, stored, sync }} />;
}

type OpenProps = Omit<Props, "isCreating"> & { stored: StoredDraft; sync: FormSync };

/** A form that people fill in together now. */
function OpenForm({ shared, labelField, note, stored, sync }: OpenProps) {
  const user = useCurrentUser();
  const copyLink = async () => {
    if (await copyText(window.location.href)) notifySuccess(MESSAGES.copied);
  };
  return (
    <>
      <Box className={classes.bar} role="group" aria-label="Filling in together">
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconLink size={15} />}
          onClick={() => void copyLink()}
        >
          Copy link
        </Button>
        {canDeleteDraft(user, stored) && (
          <StopSharing draftId={stored.id}>
            {(ask) => (
              <Button variant="default" size="compact-sm" onClick={ask}>
                Stop sharing
              </Button>
            )}
          </StopSharing>
        )}
        <Text size="xs" c="dimmed" className={classes.text}>
          Everybody who opens the link fills in this form. {note}
        </Text>
        <StillFaces page={draftPage(stored.id)} />
        <EditSteps history={shared.history} />
        <div className={classes.state}>
          <SaveStatus
            editor={{ state: shared.saveState, flush: sync.flush }}
            failure={MESSAGES.savingDraft}
            saved="Shared."
          />
        </div>
      </Box>
      <OverruledFields labelField={labelField} shared={shared} sync={sync} />
    </>
  );
}

type OverruledProps = Pick<OpenProps, "labelField" | "shared" | "sync">;

/** The edits of this person that others have overruled, each with a button that puts the person's value back. */
function OverruledFields({ labelField, shared, sync }: OverruledProps) {
  const items = sync.useOverruled().flatMap((field) => {
    const label = labelField(field.key);
    if (label === null) return [];
    const { key, personValue, present, by, wasStored } = field;
    const value = formatFieldValue(personValue);
    const change = MESSAGES.fieldChanged(by, label, formatFieldValue(present));
    return [
      {
        key,
        text: wasStored ? `${change} You had chosen ${value}.` : `${change} Your ${value} was not saved.`,
        action: wasStored ? "Undo" : `Use ${value}`,
        onTake: () => shared.settle(field, true),
        onLeave: () => shared.settle(field, false),
      },
    ];
  });
  return <OverruledList items={items} />;
}

type EndedProps = {
  color: "teal" | "yellow";
  label?: string;
  onLeave: () => void;
  children: ReactNode;
};

/** Says why the form is no longer shared. The person can go on with what the page shows. */
const Ended = ({ color, label, onLeave, children }: EndedProps) => (
  <Alert color={color} variant="light" role="status" aria-label={label}>
    <div className={classes.bar}>
      <Text size="sm" className={classes.text}>
        {children}
      </Text>
      <Button size="compact-sm" variant="default" onClick={onLeave}>
        Go on alone
      </Button>
    </div>
  </Alert>
);
