import { ActionIcon, Button, Group, Menu, Modal, Paper, Text, TextInput, Tooltip } from "@mantine/core";
import { IconBookmarkPlus, IconPinFilled } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { NamedPoint } from "@understudy/shared/api/job-points.ts";
import { MAX_PINNED_POINTS, MAX_POINT_NAME_LENGTH } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { type FormEvent, useState } from "react";
import { useNavigate } from "react-router-dom";
import { ApiFailure, asFailure, call } from "#api/call.ts";
import { useCurrentUser } from "#data/current-user.ts";
import { setJobPoints } from "#data/jobs.ts";
import { ensureVersionId, onEmulatorPath } from "#predictions/new-job-links.ts";
import type { PinnedPoint } from "#predictions/pinned-points.ts";
import { usePoints } from "#predictions/use-points.ts";
import { notifyError, notifySuccess } from "#ui/banner-messages.ts";
import { copyText } from "#ui/copy-text.ts";
import { useAction } from "#ui/use-action.ts";
import classes from "./points.module.css";
import type { ViewProps } from "./view-props.ts";

type Props = Pick<ViewProps, "store" | "choose"> & {
  job: Pick<Job, "id" | "spec_version_id" | "emulator_is_provisional">;
  pinned: readonly PinnedPoint[];
};

/** The points with names: to go to, to pin, and to save the sliders' position as another one. */
export function PointsBar({ job, pinned, ...view }: Props) {
  const { restricted } = useCurrentUser();
  const points = usePoints(job.id);
  const [isSaving, setIsSaving] = useState(false);
  if (restricted && points.length === 0) return null;
  return (
    <Paper withBorder component="section" aria-label="Points" className={classes.bar}>
      <Text size="sm" fw={600}>
        Points
      </Text>
      <div className={classes.points}>
        {points.map((point) => (
          <PointMenu key={point.id} job={job} point={point} pinned={pinned} {...view} />
        ))}
        {points.length === 0 && (
          <Text size="xs" c="dimmed">
            Keep this position under a name.
          </Text>
        )}
      </div>
      {!restricted && (
        <Tooltip label="Save the sliders' position as a point">
          <ActionIcon
            size="md"
            variant="subtle"
            aria-label="Save the sliders' position as a point"
            onClick={() => setIsSaving(true)}
          >
            <IconBookmarkPlus size={17} />
          </ActionIcon>
        </Tooltip>
      )}
      {isSaving && (
        <NameDialog
          title="Save this point"
          name=""
          onClose={() => setIsSaving(false)}
          save={async (name) => {
            const body = { name, values: view.store.here() };
            setJobPoints(job.id, await call("saveJobPoint", { params: { job_id: job.id }, body }));
          }}
        />
      )}
    </Paper>
  );
}

type PointProps = Props & { point: NamedPoint };

function PointMenu({ job, point, pinned, store, choose }: PointProps) {
  const { restricted } = useCurrentUser();
  /** The name that the person has seen: that of the point when the dialog was opened, and that of a refusal; null: it is closed. */
  const [seenName, setSeenName] = useState<string | null>(null);
  const navigate = useNavigate();
  const { run } = useAction("changing the point", { message: formatRefusal });
  const params = { job_id: job.id, point_id: String(point.id) };
  /** The colour of its curves; null: it is not pinned. */
  const color = pinned.find(({ id }) => id === point.id)?.color ?? null;
  // The address may also name points that have been deleted: they take no place, and are left out from now on.
  const ids = pinned.map(({ id }) => id);
  const isFull = color === null && ids.length >= MAX_PINNED_POINTS;
  const togglePin = () => {
    const nextIds = color === null ? [...ids, point.id] : ids.filter((id) => id !== point.id);
    choose({ pins: nextIds.map(String) });
  };
  const rename = async (name: string) => {
    const body = { name, base: { name: seenName ?? point.name } };
    const answer = await call("updateJobPoint", { params, body }).catch(asFailure);
    if (!(answer instanceof ApiFailure)) return setJobPoints(job.id, answer);
    if (answer.status === 409) setSeenName((await readPoint(job.id, point)).name);
    throw answer;
  };
  const move = async () => {
    const body = { values: store.here(), base: { values: point.values } };
    const answer = await call("updateJobPoint", { params, body }).catch(asFailure);
    if (!(answer instanceof ApiFailure)) return setJobPoints(job.id, answer);
    if (answer.status === 409) await readPoint(job.id, point);
    throw answer;
  };
  const optimize = async () =>
    void navigate(
      `${onEmulatorPath(job, await ensureVersionId(job), "Optimization", point.values)}&warm_start=true`,
    );
  return (
    <>
      <Menu shadow="md" position="bottom-start">
        <Menu.Target>
          <Button
            size="compact-xs"
            variant="default"
            className={classes.point}
            {...(color !== null && { style: { "--pin": color } })}
            data-pinned={color !== null || undefined}
            leftSection={color !== null && <IconPinFilled size={12} aria-label="Pinned" />}
          >
            {point.name}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => store.moveAll(point.values)}>Move the sliders here</Menu.Item>
          <Menu.Item disabled={isFull} onClick={togglePin}>
            {color === null ? "Pin to the plots and the table" : "Unpin"}
          </Menu.Item>
          <Menu.Item onClick={() => void copyLink(job.id, point)}>Copy link</Menu.Item>
          {!restricted && !job.emulator_is_provisional && (
            <Menu.Item onClick={() => void run(optimize)}>Create Optimization from here</Menu.Item>
          )}
          {point.can_be_changed && (
            <>
              <Menu.Divider />
              <Menu.Item onClick={() => setSeenName(point.name)}>Rename</Menu.Item>
              <Menu.Item onClick={() => void run(move)}>Move the point to the sliders</Menu.Item>
              <Menu.Item
                color="red"
                onClick={() =>
                  void run(async () => setJobPoints(job.id, await call("deleteJobPoint", { params })))
                }
              >
                Delete
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {seenName !== null && (
        <NameDialog
          title="Rename this point"
          name={seenName}
          onClose={() => setSeenName(null)}
          save={rename}
        />
      )}
    </>
  );
}

const formatRefusal = ({ status, message }: ApiFailure): string =>
  status === 409 ? message : MESSAGES.action("changing the point");

/** Reads the points of a job again. @returns the point as it is now */
async function readPoint(jobId: number, point: NamedPoint): Promise<NamedPoint> {
  const read = await call("getJobPoints", { params: { job_id: jobId } });
  setJobPoints(jobId, read);
  return read.points.find(({ id }) => id === point.id) ?? point;
}

/** A link that opens the emulator at the point, pinned. */
async function copyLink(jobId: number, { id, values }: NamedPoint): Promise<void> {
  const search = new URLSearchParams({ tab: "emulator", at: JSON.stringify(values), pin: String(id) });
  const isCopied = await copyText(`${window.location.origin}/jobs/${jobId}?${search}`);
  if (isCopied) notifySuccess("The link was copied.");
  else notifyError("The browser did not allow copying the link.");
}

type NameDialogProps = {
  title: string;
  /** The name so far. */
  name: string;
  /** @throws what the server answers */
  save: (name: string) => Promise<void>;
  onClose: () => void;
};

/** Asks for the name of a point. */
function NameDialog({ title, name, save, onClose }: NameDialogProps) {
  const [text, setText] = useState(name);
  const [problem, setProblem] = useState<string | null>(null);
  const { run, busy } = useAction("saving the point", {
    message: (failure) => (failure.fields.name === undefined ? failure.message : null),
    onFailure: (failure) => setProblem(failure.fields.name?.join(" ") ?? null),
  });
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (text.trim() === "") return setProblem(MESSAGES.nameRequired);
    if (await run(() => save(text.trim()))) onClose();
  };
  return (
    <Modal opened onClose={onClose} title={title} closeButtonProps={{ "aria-label": "Close" }}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <TextInput
          label="Name"
          placeholder="nominal, worst case"
          data-autofocus
          maxLength={MAX_POINT_NAME_LENGTH}
          value={text}
          error={problem}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setProblem(null);
          }}
        />
        <Group justify="flex-end" mt="md" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={busy}>
            Save
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
