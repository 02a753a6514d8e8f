import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages.ts";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";
import classes from "./copyable.module.css";

const TOLD_MS = 1_500;

/** A text to be copied as it is. `label`: what it is, as `Worker Client Key`. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes.frame}>
      <code className={classes.text}>{text}</code>
      <Tooltip label={isCopied ? MESSAGES.copied : "Copy"}>
        <ActionIcon
          variant="subtle"
          aria-label={isCopied ? MESSAGES.copied : `Copy ${label}`}
          onClick={() => void copyText(text).then(setCopied)}
        >
          <Icon size={17} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
}
