import { Alert, Button, Group, Text } from "@mantine/core";
import { IconAdjustmentsHorizontal, IconAlertTriangle } from "@tabler/icons-react";
import type { YieldAnswer } from "@understudy/shared/api/yield.ts";
import { keptRelationText } from "@understudy/shared/spec-job/keep-relation.ts";
import { useMemo } from "react";
import { Link } from "react-router-dom";
import { AnalysisChart } from "#plots/analysis/analysis-plot.tsx";
import { type TighteningBar, tighteningChart, tighteningHeight } from "#plots/figures/tightening.ts";
import { yieldHistogramChart } from "#plots/figures/yield-histogram.ts";
import { usePalette } from "#plots/use-palette.ts";
import badgeClasses from "#ui/status-badge.module.css";
import { inEmulatorPath } from "../design-links.ts";
import { designValueText, inputLook, type Looks, scoreText } from "../quantities.ts";
import classes from "./yield.module.css";
import { failuresText, intervalText, outsideText, sigmaText, yieldRemarks, yieldText } from "./yield-text.ts";

type Props = {
  readonly answer: YieldAnswer;
  readonly looks: Looks;
  /** The job whose emulator's sliders can be set; null: it is gone. */
  readonly emulatorJobId: number | null;
};

export function YieldResults({ answer, looks, emulatorJobId }: Props) {
  const outside = outsideText(answer);
  return (
    <div className={classes.results}>
      <div className={classes.facts}>
        <YieldNumbers answer={answer} />
        {outside !== null && (
          <Alert color="yellow" variant="light" p="xs" icon={<IconAlertTriangle size={16} />}>
            <Text size="sm">{outside}</Text>
          </Alert>
        )}
        <WorstCorner answer={answer} looks={looks} emulatorJobId={emulatorJobId} />
        {answer.kept_relation !== null && (
          <Text size="xs" c="dimmed">
            {keptRelationText(answer.kept_relation, (name) => inputLook(looks, name).display)}
          </Text>
        )}
        {yieldRemarks(answer).map((remark) => (
          <Text key={remark} size="xs" c="dimmed">
            {remark}
          </Text>
        ))}
      </div>
      <Figures answer={answer} looks={looks} />
    </div>
  );
}

function YieldNumbers({ answer: { failing, sigma_level } }: Pick<Props, "answer">) {
  const [sigma, failures] = [sigmaText(sigma_level), failuresText(failing)];
  return (
    <div aria-live="polite" data-numeric>
      <div className={classes.yield}>{yieldText(failing.value, failing.upper - failing.lower)}</div>
      <Text size="sm">of the designs are in spec, {intervalText(failing)} (95% interval).</Text>
      {failures !== null && <Text size="sm">{failures}</Text>}
      {sigma !== null && (
        <Text size="sm" c="dimmed">
          {sigma}
        </Text>
      )}
    </div>
  );
}

function WorstCorner({ answer, looks, emulatorJobId }: Props) {
  const { worst_corner: worst, inputs, kept_relation: relation } = answer;
  if (worst === null) return null;
  const distributed = inputs.filter(({ distribution }) => distribution.kind !== "fixed");
  const varied = relation === null ? distributed : [...distributed, { name: relation.follower }];
  const tone = worst.in_spec ? "good" : worst.is_surely_out ? "bad" : "paused";
  const text = worst.in_spec ? "In spec" : worst.is_surely_out ? "Out of spec" : "Probably out of spec";
  const at = (name: string) => {
    const { display, unit } = inputLook(looks, name);
    const value = worst.inputs[name];
    return value === undefined ? [] : [`${display} = ${designValueText(value, unit)}`];
  };
  return (
    <section aria-label="Worst corner" className={classes.corner}>
      <Group gap="sm">
        <Text fw={600} size="sm">
          Worst corner
        </Text>
        <span data-numeric>Score {scoreText(worst.score)}</span>
        <span className={badgeClasses.badge} data-tone={tone}>
          {text}
        </span>
      </Group>
      <Text size="xs" c="dimmed">
        The worst design within 3 standard deviations of every input
        {worst.is_outside && "; it lies outside the training range, where the emulator can only guess"}.
      </Text>
      <Text size="sm" data-numeric>
        {varied.flatMap(({ name }) => at(name)).join(", ")}
      </Text>
      {emulatorJobId !== null && (
        <Group>
          <Button
            component={Link}
            to={inEmulatorPath(emulatorJobId, worst.inputs)}
            size="xs"
            variant="light"
            leftSection={<IconAdjustmentsHorizontal size={14} />}
          >
            Open in emulator
          </Button>
        </Group>
      )}
    </section>
  );
}

function Figures({ answer, looks }: Pick<Props, "answer" | "looks">) {
  const palette = usePalette();
  const { histogram, least_score } = answer;
  const scores = useMemo(
    () => histogram && yieldHistogramChart(histogram, least_score ?? 0, palette),
    [histogram, least_score, palette],
  );
  const bars = useMemo(() => tighteningBars(answer, looks), [answer, looks]);
  const tightening = useMemo(() => tighteningChart(bars, palette), [bars, palette]);
  return (
    <div className={classes.figures}>
      {scores !== null && (
        <div>
          <Text fw={600} size="sm">
            Scores of the designs
          </Text>
          <AnalysisChart chart={scores} label="Scores of the designs" height={190} />
          <Text size="xs" c="dimmed">
            Scores as predicted. The yield above also takes the emulator's errors into account.
          </Text>
        </div>
      )}
      {bars.length > 0 && (
        <div>
          <Text fw={600} size="sm">
            Which input to tighten first
          </Text>
          <AnalysisChart
            chart={tightening}
            label="Failing designs avoided by input"
            height={tighteningHeight(bars.length)}
          />
          <Text size="xs" c="dimmed">
            The share of failing designs that are avoided by halving the spread of a single input.
          </Text>
        </div>
      )}
    </div>
  );
}

/** The page has room for this many bars: those that matter least are left out. */
const MAX_BARS = 12;

/** The inputs by how many failing designs half their spread avoids, the most first. */
function tighteningBars({ failing, inputs }: YieldAnswer, looks: Looks): TighteningBar[] {
  if (failing.value <= 0) return [];
  const width = failing.upper - failing.lower;
  return inputs
    .flatMap(({ name, tightened_yield }) => {
      if (tightened_yield === null) return [];
      const left = 1 - tightened_yield;
      const texts = { from: yieldText(failing.value, width), to: yieldText(left, width) };
      return [{ name: inputLook(looks, name).display, avoided: 100 * (1 - left / failing.value), ...texts }];
    })
    .sort((a, b) => b.avoided - a.avoided)
    .slice(0, MAX_BARS);
}
