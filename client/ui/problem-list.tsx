import { Text } from "@mantine/core";
import classes from "./problem-list.module.css";

/** Splits `spec.json, line 12, variables[3].type: must be ...` into location and text. */
function parts(problem: string): { location: string | null; text: string } {
  const [, location, text] = /^([^:]{1,200}): (.+)$/s.exec(problem) ?? [];
  return location === undefined || text === undefined
    ? { location: null, text: problem }
    : { location, text };
}

/** All errors of one field, each with its location. Screen readers announce it when it appears. */
export function ProblemList({ id, problems }: { id?: string; problems: readonly string[] }) {
  if (problems.length === 0) return null;
  const [only] = problems;
  if (problems.length === 1 && only !== undefined && parts(only).location === null) {
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
          const { location, text } = parts(problem);
          return (
            <li key={problem}>
              {location !== null && <span className={classes.location}>{location}</span>}
              {text}
            </li>
          );
        })}
      </ol>
    </div>
  );
}
