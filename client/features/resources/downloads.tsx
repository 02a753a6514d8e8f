import { Loader, Skeleton, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { WorkerDownload } from "@understudy/shared/api/resource.ts";
import { bytesText } from "@understudy/shared/number-text.ts";
import { useEffect, useRef, useState } from "react";
import { asFailure, call, isAbort } from "#api/call.ts";
import classes from "./resources.module.css";

function Label({ name, detail, size_bytes }: WorkerDownload) {
  return (
    <span>
      {name}
      <small>
        {detail} · {size_bytes === null ? "zip" : `zip, ${bytesText(size_bytes)}`}
      </small>
    </span>
  );
}

/** A link, or a button that prepares it: an archive is built when it is first requested. */
function Download({ offered }: { offered: WorkerDownload }) {
  const { download, step, failure, prepare } = usePrepared(offered);
  if (download.size_bytes !== null) {
    return (
      <a href={download.href} download className={classes.download}>
        <IconDownload size={18} aria-hidden />
        <Label {...download} />
      </a>
    );
  }
  return (
    <div>
      <button type="button" className={classes.download} disabled={step !== null} onClick={prepare}>
        {step === null ? <IconDownload size={18} aria-hidden /> : <Loader size={18} aria-hidden />}
        <Label {...download} />
      </button>
      <Text
        size="sm"
        c={failure === null ? "dimmed" : "var(--mantine-color-error)"}
        role="status"
        className={classes.preparing}
      >
        {failure ?? step}
      </Text>
    </div>
  );
}

/** The programs that people install on their own machines. */
export function Downloads({ downloads }: { downloads: readonly WorkerDownload[] | null }) {
  if (downloads === null) return <Skeleton height={52} />;
  return (
    <div className={classes.downloads}>
      {downloads.map((offered) => (
        <Download key={offered.href} offered={offered} />
      ))}
    </div>
  );
}

const FIRST_STEP = "Preparing the download (under a minute)";

/** An archive that may have to be built first; once it is, the browser downloads it by itself. `step`: null when nothing is done. */
function usePrepared(offered: WorkerDownload) {
  const [download, setDownload] = useState(offered);
  const [step, setStep] = useState<string | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);

  const prepare = async () => {
    const controller = new AbortController();
    asking.current = controller;
    setFailure(null);
    setStep(FIRST_STEP);
    try {
      let prepared = download;
      while (prepared.size_bytes === null) {
        const body = { href: offered.href };
        prepared = await call("prepareWorkerDownload", { body, signal: controller.signal });
        if (prepared.step !== null) setStep(`${FIRST_STEP}: ${prepared.step.toLowerCase()}`);
      }
      setDownload(prepared);
      window.location.assign(prepared.href);
    } catch (thrown) {
      if (!isAbort(thrown)) setFailure(asFailure(thrown).message);
    } finally {
      setStep(null);
    }
  };
  return { download, step, failure, prepare: () => void prepare() };
}
