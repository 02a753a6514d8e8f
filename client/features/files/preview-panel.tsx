import { Anchor, Button, Group, Text, Title } from "@mantine/core";
import { IconDownload, IconRefresh } from "@tabler/icons-react";
import type { FilePreview } from "@understudy/shared/api/file.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { useCallback } from "react";
import { call } from "#api/call.ts";
import { useQuery } from "#data/query.ts";
import { ErrorBanner, LoadingLines } from "#ui/load-states.tsx";
import { ScrollFrame } from "#ui/scroll-frame.tsx";
import { downloadAddress } from "./directory-path.ts";
import classes from "./files.module.css";

/** @param name of a file in the directory; null: none is chosen */
export function PreviewPanel({ directory, name }: { directory: string; name: string | null }) {
  return (
    <section aria-label="Preview" className={classes.preview} data-chosen={name !== null}>
      {name === null ? (
        <Text c="dimmed">{MESSAGES.noFileChosen}</Text>
      ) : (
        <ChosenFile key={name} path={`${directory}/${name}`} name={name} />
      )}
    </section>
  );
}

function ChosenFile({ path, name }: { path: string; name: string }) {
  const load = useCallback(
    (signal: AbortSignal) => call("previewFile", { params: { path }, signal }),
    [path],
  );
  const { value: preview, failure, reload } = useQuery(load);
  const href = downloadAddress(path);
  if (failure?.status === 404) return <Text c="dimmed">{failure.message}</Text>;
  return (
    <>
      <Group justify="space-between" gap="xs" mb="xs" wrap="wrap">
        <Title order={2} className={classes.fileName}>
          {name}
        </Title>
        <Group gap="xs">
          {preview !== null && (
            <Text size="sm" c="dimmed">
              {bytesText(preview.size)}
            </Text>
          )}
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<IconRefresh size={14} />}
            onClick={reload}
          >
            Refresh
          </Button>
          <Button
            component="a"
            href={href}
            download
            size="compact-sm"
            variant="default"
            leftSection={<IconDownload size={14} />}
          >
            Download
          </Button>
        </Group>
      </Group>
      {failure !== null && <ErrorBanner message={MESSAGES.loadingPreview} onRetry={reload} />}
      {preview === null && failure === null && <LoadingLines rows={8} />}
      {preview !== null && <PreviewText name={name} preview={preview} href={href} />}
    </>
  );
}

type PreviewTextProps = { name: string; preview: FilePreview; href: string };

/** The text of a file, or why there is none to be seen. */
function PreviewText({ name, preview: { lines, is_text, left_out }, href }: PreviewTextProps) {
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
