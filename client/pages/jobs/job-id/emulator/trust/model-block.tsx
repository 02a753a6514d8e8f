import { Text, Title } from "@mantine/core";
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { formatAccuracy } from "../accuracy-text.ts";
import { FAMILY_NAMES, speakers } from "./families.ts";
import classes from "./trust.module.css";

/** Which families of models speak for an output, and why. */
export function ModelBlock({ output, trust }: { output: OutputDefinition; trust: OutputTrust }) {
  const heard = speakers(trust.families);
  const isMeasured = trust.families.some((share) => share.coefficient_of_determination !== null);
  return (
    <div className={classes.block}>
      <Title order={3}>Model of {displayName(output)}</Title>
      <Text size="sm">{trust.reason}</Text>
      {heard.length > 0 && (
        <>
          <div className={classes.bar} aria-hidden="true">
            {heard.map(({ family, weight }) => (
              <div key={family} data-family={family} style={{ flexGrow: weight }} />
            ))}
          </div>
          <ul className={classes.families}>
            {(isMeasured ? trust.families : heard).map(({ family, weight, coefficient_of_determination }) => (
              <li key={family}>
                <span className={classes.swatch} data-family={family} aria-hidden="true" />
                <span>{FAMILY_NAMES[family]}</span>
                <span className={classes.weight}>{Math.round(weight * 100)}%</span>
                {coefficient_of_determination !== null && (
                  <span className={classes.alone}>alone {formatAccuracy(coefficient_of_determination)}</span>
                )}
              </li>
            ))}
          </ul>
          <Text size="xs" c="dimmed">
            {isMeasured
              ? "The share of each in the answer; its accuracy alone, by cross-validation within the training rows."
              : "The share of each in the answer."}
          </Text>
        </>
      )}
    </div>
  );
}
