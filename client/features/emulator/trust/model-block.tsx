import { Text, Title } from "@mantine/core";
import type { OutputTrust } from "@understudy/shared/api/emulator-report.ts";
import { displayName, type OutputDefinition } from "@understudy/shared/domain/variable.ts";
import { fixedPercentText } from "@understudy/shared/number-text.ts";
import { formatAccuracy } from "@understudy/shared/quantities/accuracy-text.ts";
import { FAMILY_NAMES, listMembers } from "#predictions/families.ts";
import classes from "./trust.module.css";

const aloneText = (coefficient: number | null): string =>
  coefficient === null ? "–" : formatAccuracy(coefficient);

/** The weights of the model families in an output's ensemble, and their accuracies. */
export function ModelBlock({ output, trust }: { output: OutputDefinition; trust: OutputTrust }) {
  const members = listMembers(trust.families);
  const isMeasured = trust.families.some((share) => share.coefficient_of_determination !== null);
  return (
    <div className={classes.block}>
      <Title order={3}>Model of {displayName(output)}</Title>
      <Text size="sm">{trust.reason}</Text>
      {members.length > 0 && (
        <>
          <div className={classes.bar} aria-hidden="true">
            {members.map(({ family, weight }) => (
              <div key={family} data-family={family} style={{ flexGrow: weight }} />
            ))}
          </div>
          <table className={classes.families} aria-label={`Families of models of ${displayName(output)}`}>
            <thead>
              <tr>
                <th scope="col">Family</th>
                <th scope="col">Share</th>
                {isMeasured && <th scope="col">Alone</th>}
              </tr>
            </thead>
            <tbody>
              {(isMeasured ? trust.families : members).map((share) => (
                <tr key={share.family}>
                  <th scope="row">
                    <span className={classes.swatch} data-family={share.family} aria-hidden="true" />
                    {FAMILY_NAMES[share.family]}
                  </th>
                  <td>{fixedPercentText(share.weight, 0)}</td>
                  {isMeasured && <td>{aloneText(share.coefficient_of_determination)}</td>}
                </tr>
              ))}
            </tbody>
          </table>
          {isMeasured && (
            <Text size="xs" c="dimmed">
              Alone: the cross-validated accuracy of the family by itself on the training rows.
            </Text>
          )}
        </>
      )}
    </div>
  );
}
