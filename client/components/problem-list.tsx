import { Text } from "@mantine/core";
import classes from "./problem-list.module.css";

/** Splits `spec.json, line 12, variables[3].type: must be ...` into location and text. */
function parts(problem: string): { place: string | null; text: string } {
  const [, place, text] = /^([^:]{1,200}): (.+)$/s.exec(problem) ?? [];
  return place === undefined || text === undefined ? { place: null, text: problem } : { place, text };
}

/** All errors of one field, each with its location. Screen readers announce it when it appears. */
export function ProblemList({ id, problems }: { id?: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  const [only] = problems;
  if (problems.length === 1 && only !== undefined && parts(only).place === null) {
    return (
      <Text id={id} role="alert" size="sm" mt={5} c="var(--mantine-color-error)">
        {only}
      </Text>
    );
  }
  return (
    <div id={id} role="alert" className={classes.problems}>
      <Text size="sm" fw={600} c="var(--mantine-color-error)">
        {problems.length === 1 ? "1 problem" : `${problems.length} problems`}
      </Text>
      <ol className={classes.list}>
        {problems.map((problem) => {
          const { place, text } = parts(problem);
          return (
            <li key={problem}>
              {place !== null && <span className={classes.place}>{place}</span>}
              {text}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
