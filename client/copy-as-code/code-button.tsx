import { ActionIcon, Button } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { lazy, Suspense, useState } from "react";
import { useCurrentUser } from "../data/current-user.ts";
import type { Code } from "./code.ts";

const CodeDialog = lazy(async () => ({ default: (await import("./code-dialog.tsx")).CodeDialog }));

type Props = {
  /** The purpose of the code, such as `Predict here`: the title of the dialog. */
  title: string;
  /** Called with a click. @param origin of the platform */
  createCode: (origin: string) => Code | Promise<Code>;
  /** An icon alone, where there is little room. */
  isIcon?: boolean;
};

/** Shows what the page does as code to copy. Restricted people have no tokens, and so no button. */
export function CodeButton({ title, createCode, isIcon = false }: Props) {
  const { restricted } = useCurrentUser();
  const [code, setCode] = useState<Code | null>(null);
  if (restricted) return null;
  const open = async () => setCode(await createCode(window.location.origin));
  return (
    <>
      {isIcon ? (
        <ActionIcon
          variant="default"
          size={30}
          aria-label="Copy as code"
          title="Copy as code"
          onClick={() => void open()}
        >
          <IconCode size={16} />
        </ActionIcon>
      ) : (
        <Button variant="default" size="xs" leftSection={<IconCode size={14} />} onClick={() => void open()}>
          Copy as code
        </Button>
      )}
      <Suspense fallback={null}>
        {code !== null && <CodeDialog title={title} code={code} onClose={() => setCode(null)} />}
      </Suspense>
    </>
  );
}
