import { Anchor, Text } from "@mantine/core";
import type { FilePreview } from "@understudy/shared/api/file.ts";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import classes from "./files.module.css";

type Props = { name: string; preview: FilePreview; href: string };

/** The text of a file, or why there is none to be seen. */
export function PreviewText({ name, preview: { lines, is_text, left_out }, href }: Props) {
  if (!is_text) return <NoPreview href={href} />;
  if (lines.length === 0) return <Text c="dimmed">{MESSAGES.emptyFile}</Text>;
  const cut = left_out?.before_line ?? lines.length;
  return (
    <ScrollFrame label={`Text of ${name}`} className={classes.text}>
      <pre>{lines.slice(0, cut).join("\n")}</pre>
      {left_out !== null && (
        <>
          <Text size="sm" className={classes.leftOut}>
            {bytesText(left_out.bytes)} in the middle are not shown. Download the file to read all of it.
          </Text>
          <pre>{lines.slice(cut).join("\n")}</pre>
        </>
      )}
    </ScrollFrame>
  );
}

function NoPreview({ href }: { href: string }) {
  const [apology, offer] = MESSAGES.notPreviewable.split(/(?<=\.) /);
  return (
    <Text c="dimmed">
      {apology}{" "}
      <Anchor href={href} download inherit underline="always">
        {offer}
      </Anchor>
    </Text>
  );
}
