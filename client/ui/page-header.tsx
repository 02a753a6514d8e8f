import { Group, Title } from "@mantine/core";
import type { ReactNode } from "react";
import { useLocation } from "react-router-dom";
import { GuideLink } from "./guide-link.tsx";
import { topicOfPath } from "./guide-topics.ts";
import { usePageTitle } from "./use-page-title.ts";

/** A page's heading with a link to its page of the guide, at the right its actions; also sets the browser tab's title. */
export function PageHeader({
  title,
  heading,
  before,
  children,
}: {
  /** The tab's title, and the heading unless `heading` is given. */
  title: string;
  heading?: ReactNode;
  /** Left of the heading: a back button or a badge. */
  before?: ReactNode;
  children?: ReactNode;
}) {
  usePageTitle(title);
  const topic = topicOfPath(useLocation().pathname);
  return (
    <Group justify="space-between" gap="sm" mb="md" mih={36} wrap="wrap">
      <Group gap="sm" wrap="nowrap" miw={0}>
        {before}
        <Title order={1} miw={0}>
          {heading ?? title}
        </Title>
        {topic !== null && <GuideLink topic={topic} />}
      </Group>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
