import { Spoiler } from "@mantine/core";
import { lazy, Suspense } from "react";

const Notes = lazy(async () => ({ default: (await import("#ui/notes.tsx")).Notes }));

/** The first lines of the job's description, which is Markdown, and the rest on demand. */
export function Description({ text }: { text: string }) {
  if (text === "") return null;
  return (
    <Spoiler maxHeight={44} showLabel="Show all" hideLabel="Show less" transitionDuration={0} fz="sm" mt={2}>
      <Suspense fallback={text}>
        <Notes text={text} />
      </Suspense>
    </Spoiler>
  );
}
