import { ActionIcon, Button, Modal, SegmentedControl, Stack, Text, Tooltip } from "@mantine/core";
import { IconCode } from "@tabler/icons-react";
import { useState } from "react";
import { Copyable } from "../components/copyable.tsx";
import { TextLink } from "../components/text-link.tsx";
import { useCurrentUser } from "../store/current-user.ts";
import type { Code } from "./code.ts";

const LANGUAGES = [
  { value: "python", label: "Python" },
  { value: "curl", label: "curl" },
] as const;

type Props = {
  /** What the code does, as `Predict here`: the title of the dialog. */
  title: string;
  /** Called with a click. @param origin of the platform */
  codeOf: (origin: string) => Code;
  /** An icon alone, where there is little room. */
  isIcon?: boolean;
};

/** Shows what the page does as code to copy. Restricted people have no tokens, and so no button. */
export function CodeButton({ title, codeOf, isIcon = false }: Props) {
  const { restricted } = useCurrentUser();
  const [code, setCode] = useState<Code | null>(null);
  if (restricted) return null;
  const open = () => setCode(codeOf(window.location.origin));
  return (
    <>
      {isIcon ? (
        <Tooltip label="Copy as code">
          <ActionIcon variant="default" size={30} aria-label="Copy as code" onClick={open}>
            <IconCode size={16} />
          </ActionIcon>
        </Tooltip>
      ) : (
        <Button variant="default" size="xs" leftSection={<IconCode size={14} />} onClick={open}>
          Copy as code
        </Button>
      )}
      {code !== null && <CodeDialog title={title} code={code} onClose={() => setCode(null)} />}
    </>
  );
}

function CodeDialog({ title, code, onClose }: { title: string; code: Code; onClose: () => void }) {
  const [language, setLanguage] = useState<keyof Code>("python");
  return (
    <Modal opened onClose={onClose} title={title} size="xl" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Language"
          data={[...LANGUAGES]}
          value={language}
          onChange={setLanguage}
        />
        <Copyable label="the code" text={code[language]} isCode />
        <Text size="sm" c="dimmed">
          It reads an <TextLink to="/user/tokens">API token</TextLink> from the environment variable
          UNDERSTUDY_TOKEN.{" "}
          {language === "python" && (
            <>
              The Python user client can be downloaded under <TextLink to="/resources">Resources</TextLink>.
            </>
          )}
        </Text>
      </Stack>
    </Modal>
  );
}
