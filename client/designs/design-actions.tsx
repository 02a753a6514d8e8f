import { Button, Group } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconCopy, IconFileAnalytics, IconPlayerPlay } from "@tabler/icons-react";
import type { Job } from "@understudy/shared/api/job.ts";
import type { Optimization } from "@understudy/shared/api/optimization.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useCallback, useEffect, useState } from "react";
import { Link } from "react-router-dom";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { copyText } from "#ui/copy-text.ts";
import { inEmulatorPath, onServerPath, simulationPath } from "./design-links.ts";
import { type DesignValue, expandColumns } from "./quantities.ts";

type Inputs = Readonly<Record<string, DesignValue>>;
type Props = {
  job: Job;
  emulator: Optimization["emulator"];
  inputs: Inputs;
  /** The simulation that a server ran of the design; null: none. */
  simulation: number | null;
};

/** The pages that a person can continue to from a design. */
export function DesignActions({ job, emulator, inputs, simulation }: Props) {
  const hasProgram = useHasProgram(job.spec_version_id);
  const simulate = onServerPath(job, emulator, inputs);
  return (
    <Group gap="xs">
      {emulator !== null && (
        <Button
          component={Link}
          to={inEmulatorPath(emulator.job_id, inputs)}
          size="xs"
          variant="light"
          leftSection={<IconAdjustmentsHorizontal size={14} />}
        >
          Open in emulator
        </Button>
      )}
      {simulation !== null && (
        <Button
          component={Link}
          to={simulationPath(job.id, simulation)}
          reloadDocument
          size="xs"
          variant="light"
          leftSection={<IconFileAnalytics size={14} />}
        >
          Open simulation
        </Button>
      )}
      {hasProgram && simulate !== null && simulation === null && (
        <Button
          component={Link}
          to={simulate}
          size="xs"
          variant="light"
          leftSection={<IconPlayerPlay size={14} />}
        >
          Run on a server
        </Button>
      )}
      <CopyValues inputs={inputs} />
    </Group>
  );
}

const TOLD_MS = 1_500;

/** Copies the stored values, one a line, as other programs take them. */
function CopyValues({ inputs }: { inputs: Inputs }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const text = Object.entries(expandColumns(inputs))
    .map(([name, value]) => `${name} = ${value}`)
    .join("\n");
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconCopy size={14} />}
      onClick={() => void copyText(text).then(setCopied)}
    >
      {isCopied ? MESSAGES.copied : "Copy values"}
    </Button>
  );
}

/**
 * True if servers can simulate a spec version; false until that is read. @param spec_version_id null: there is none
 */
function useHasProgram(spec_version_id: number | null): boolean {
  const load = useCallback(
    async (signal: AbortSignal) => {
      if (spec_version_id === null) return false;
      return (await call("getSpecVersion", { params: { spec_version_id }, signal })).run !== null;
    },
    [spec_version_id],
  );
  return useQuery(load).value ?? false;
}
