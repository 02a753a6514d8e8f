import { Radio, Stack, Text } from "@mantine/core";
import type { PersonDetail } from "@understudy/shared/api/person.ts";
import { counted } from "@understudy/shared/counted.ts";
import { NewOwnerField, type Owner } from "./new-owner-field.tsx";
import classes from "./users.module.css";

/** The fate of somebody's jobs and specs. */
export type Belongings = "hand-over" | "delete";

type Props = {
  detail: PersonDetail;
  choice: Belongings;
  onChoice: (choice: Belongings) => void;
  owner: Owner;
  onOwner: (owner: Owner) => void;
  error: string | null;
};

const ownedText = ({ job_count, spec_count }: PersonDetail): string =>
  [
    ...(job_count > 0 ? [counted(job_count, "job")] : []),
    ...(spec_count > 0 ? [counted(spec_count, "spec")] : []),
  ].join(" and ");

/** The consequence for jobs that are being computed. */
function ActiveJobs({ count, name, choice }: { count: number; name: string; choice: Belongings }) {
  if (count === 0) return null;
  const jobs = count === 1 ? "1 job is" : `${count} jobs are`;
  return (
    <Text size="sm" c="dimmed">
      {choice === "delete"
        ? `${jobs} active now and will be stopped.`
        : `${jobs} active now. Work on the platform goes on; work on the servers of ${name} stops, and the new owner can pause such a job or move its training.`}
    </Text>
  );
}

/** Asks what happens to the jobs and specs of somebody who is deleted. */
export function OwnedChoice({ detail, choice, onChoice, owner, onOwner, error }: Props) {
  const { id, name, active_job_count } = detail;
  const owned = ownedText(detail);
  return (
    <Stack gap="sm">
      <Radio.Group
        label={`${name} has created ${owned}`}
        value={choice}
        onChange={(value) => onChoice(value === "delete" ? "delete" : "hand-over")}
      >
        <div className={classes.choices}>
          <Radio value="hand-over" label={`Hand over ${owned}`} />
          <Radio value="delete" label={`Delete ${owned}, with all data and emulators`} />
        </div>
      </Radio.Group>
      {choice === "hand-over" && (
        <NewOwnerField formerId={id} value={owner} onChange={onOwner} error={error} />
      )}
      <ActiveJobs count={active_job_count} name={name} choice={choice} />
    </Stack>
  );
}
