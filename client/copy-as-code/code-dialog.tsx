import { Modal, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Copyable } from "../ui/copyable.tsx";
import { TextLink } from "../ui/text-link.tsx";
import type { Code } from "./code.ts";

const CODE_LANGUAGES = [
  { value: "python", label: "Python" },
  { value: "curl", label: "curl" },
] as const;

/** The code in either language, to copy. */
export function CodeDialog({ title, code, onClose }: { title: string; code: Code; onClose: () => void }) {
  const [language, setLanguage] = useState<keyof Code>("python");
  return (
    <Modal opened onClose={onClose} title={title} size="xl" closeButtonProps={{ "aria-label": "Close" }}>
      <Stack gap="sm">
        <SegmentedControl
          aria-label="Language"
          data={[...CODE_LANGUAGES]}
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
