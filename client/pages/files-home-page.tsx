import { Button, Card, Text, Title } from "@mantine/core";
import { Link } from "react-router-dom";
import { useCurrentUser } from "#data/current-user.ts";
import classes from "#features/files/files.module.css";
import { cardsFor, ROOT_TITLES } from "#features/files/roots.tsx";
import { PageHeader } from "#ui/page-header.tsx";

/** The start page of the file explorer. */
export function FilesHomePage() {
  const cards = cardsFor(useCurrentUser());
  return (
    <>
      <PageHeader title="Files" />
      <ul className={classes.cards}>
        {cards.map(({ root, text, Icon }) => (
          <Card component="li" key={root} withBorder className={classes.card}>
            <Icon size={22} stroke={1.7} aria-hidden />
            <Title order={2}>{ROOT_TITLES[root]}</Title>
            <Text size="sm" c="dimmed" className={classes.about}>
              {text}
            </Text>
            <div>
              <Button
                component={Link}
                to={`/files/${root}`}
                size="compact-md"
                variant="light"
                aria-label={`Explore ${ROOT_TITLES[root]}`}
              >
                Explore
              </Button>
            </div>
          </Card>
        ))}
      </ul>
    </>
  );
}
