import { Button, Paper, Title } from "@mantine/core";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { useMemo, useState } from "react";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { Legend } from "#plots/chart/legend.tsx";
import { type Share, sensitivityChart, sensitivityHeight } from "#plots/figures/sensitivity.ts";
import { usePalette } from "#plots/use-palette.ts";
import type { Contribution } from "#predictions/contributions.ts";

/** More bars than this are shown only when a person asks for them. */
const MAX_BARS = 15;

type Props = { output: OutputDefinition; contributions: readonly Contribution[] };

const toShare = ({ value, lower_bound: lower, upper_bound: upper }: Contribution["total"]): Share => ({
  value,
  lower,
  upper,
});

/** The inputs that matter most, largest first. */
export function SensitivityBars({ output, contributions }: Props) {
  const palette = usePalette();
  const [showsAll, setShowsAll] = useState(false);
  const used = useMemo(() => contributions.filter(({ isUsed }) => isUsed), [contributions]);
  const shown = useMemo(() => (showsAll ? used : used.slice(0, MAX_BARS)), [showsAll, used]);
  const name = displayName(output);
  const chart = useMemo(() => {
    const bars = shown.map(({ input, firstOrder, total }) => ({
      input,
      firstOrder: toShare(firstOrder),
      total: toShare(total),
    }));
    return sensitivityChart(name, bars, palette);
  }, [name, shown, palette]);
  return (
    <Paper withBorder p="sm" component="section" aria-labelledby="sensitivity-bars">
      <Title order={2} id="sensitivity-bars" mb={4}>
        {output.type === "Vector" ? "Over the whole curve" : "Where the variance comes from"}
      </Title>
      <Legend
        items={[
          { label: "By itself (first order)", color: palette.prediction, kind: "band" },
          { label: "With its interactions (total)", color: palette.faint, kind: "band" },
          { label: "95% interval", color: palette.whisker, kind: "line" },
        ]}
      />
      <AnalysisChart
        chart={chart}
        label={`Sensitivity of ${name} to each input`}
        height={sensitivityHeight(shown.length)}
      />
      {used.length > MAX_BARS && (
        <Button size="compact-sm" variant="subtle" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? `Show the first ${MAX_BARS}` : `Show all ${used.length} inputs`}
        </Button>
      )}
    </Paper>
  );
}
