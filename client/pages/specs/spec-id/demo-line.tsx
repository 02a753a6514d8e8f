import { Text } from "@mantine/core";
import { useDemoOffered } from "#data/connected-servers.ts";
import { TextLink } from "#ui/text-link.tsx";

/**
 * Says if the platform's demo server runs the spec; nothing where there is none. @param problem Why it does not, as a
 * sentence.
 */
export function DemoLine({ problem }: { problem: string | null }) {
  if (!useDemoOffered()) return null;
  return (
    <Text size="sm" mt="xs" maw="90ch" style={{ overflowWrap: "anywhere" }}>
      {problem === null ? (
        <>
          The <TextLink to="/resources">demo server</TextLink> runs this spec.
        </>
      ) : (
        <>
          The <TextLink to="/resources">demo server</TextLink> does not run this spec: it runs ngspice specs
          that use only their own files. {problem}
        </>
      )}
    </Text>
  );
}
