import { Skeleton, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import { formatBytes } from "../../components/format.ts";
import classes from "./resources.module.css";

/** A link for each archive that this installation has. */
export function Downloads({ downloads }: { downloads: readonly WorkerDownload[] | null }) {
  if (downloads === null) return <Skeleton height={52} />;
  if (downloads.length === 0) {
    return <Text c="dimmed">This installation has no downloads. Its administrator can tell you more.</Text>;
  }
  return (
    <div className={classes.downloads}>
      {downloads.map(({ name, detail, href, size_bytes }) => (
        <a key={href} href={href} download className={classes.download}>
          <IconDownload size={18} aria-hidden />
          <span>
            {name}
            <small>
              {detail} · zip, {formatBytes(size_bytes)}
            </small>
          </span>
        </a>
      ))}
    </div>
  );
}
