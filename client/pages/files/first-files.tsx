import { Text } from "@mantine/core";
import { TextLink } from "#ui/text-link.tsx";

/** Below the text of an empty root: what will be there, and what to do for it. Other directories say nothing more. */
export function FirstFiles({ path }: { path: string }) {
  switch (path) {
    case "work_dirs":
      return (
        <Text size="sm" c="dimmed" ta="center">
          Every job keeps its data and its emulators here. <TextLink to="/jobs/new">Create a job</TextLink>
        </Text>
      );
    case "specs":
      return (
        <Text size="sm" c="dimmed" ta="center">
          Every version of a spec keeps its files here. <TextLink to="/specs/new">Create a spec</TextLink>
        </Text>
      );
    default:
      return null;
  }
}
