import { Group, Loader, Skeleton, Text, Title } from "@mantine/core";
import type { Job } from "@understudy/shared/api/job.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { ErrorBanner } from "#ui/load-states.tsx";
import { OverruledList } from "#ui/overruled-list.tsx";
import { SaveStatus } from "#ui/save-status.tsx";
import type { Looks } from "../quantities.ts";
import { DistributionList } from "./distribution-list.tsx";
import type { DistributionEditor } from "./use-distributions.ts";

type Props = {
  readonly job: Job;
  readonly editor: DistributionEditor;
  readonly looks: Looks;
  /** The results of the distributions are being computed. */
  readonly isBusy: boolean;
};

/** The distributions of a job's inputs, with whether they are saved. */
export function DistributionEditing({ job, editor, looks, isBusy }: Props) {
  if (editor.inputs === null)
    return editor.failure === null ? (
      <Skeleton height={160} />
    ) : (
      <ErrorBanner message={MESSAGES.loadingDistributions} onRetry={() => void editor.reload()} />
    );
  return (
    <>
      <Group gap="xs">
        <Title order={3} size="h5">
          How the inputs vary
        </Title>
        {isBusy && <Loader size={14} aria-label="Estimating the yield" />}
        {job.can_be_changed ? (
          <SaveStatus editor={editor} failure={MESSAGES.savingDistributions} saved="Saved" />
        ) : (
          <Text size="sm" c="dimmed">
            Your changes are not saved: only the creator of the job and admins can save them.
          </Text>
        )}
      </Group>
      <OverruledList
        items={editor.overruled.map((overruled) => ({
          key: overruled.text,
          text: `${overruled.text} Your change was not saved.`,
          action: "Use yours",
          onTake: () => editor.settle(overruled, true),
          onLeave: () => editor.settle(overruled, false),
        }))}
      />
      <DistributionList
        inputs={editor.inputs}
        looks={looks}
        problems={editor.problems}
        onChange={editor.edit}
      />
    </>
  );
}
