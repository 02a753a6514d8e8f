import { ActionIcon, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { useEffect, useState } from "react";
import { copyText } from "./copy-text.ts";
import classes from "./copyable.module.css";

const COPIED_NOTE_MS = 1_500;

type Props = {
  /** The name of the text, such as `Worker Client Key`. */
  label: string;
  text: string;
  /** Its lines stay as they are. */
  isCode?: boolean;
};

/** A text to be copied as it is. */
export function Copyable({ label, text, isCode = false }: Props) {
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), COPIED_NOTE_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const Icon = isCopied ? IconCheck : IconCopy;
  return (
    <div className={classes.frame} data-code={isCode || undefined}>
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
