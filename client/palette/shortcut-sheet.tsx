import { Kbd, Modal, SimpleGrid, Switch, Text, Title } from "@mantine/core";
import type { CurrentUser } from "@understudy/shared/api/user.ts";
import { Fragment } from "react";
import classes from "./shortcut-sheet.module.css";
import { listShortcuts, type Shortcut } from "./shortcuts.ts";
import { useSingleKeys } from "./use-shortcuts.ts";

type Props = { user: CurrentUser; onClose: () => void };

/** All keyboard shortcuts, and a switch for those of a single key. */
export function ShortcutSheet({ user, onClose }: Props) {
  const [hasSingleKeys, setSingleKeys] = useSingleKeys();
  return (
    <Modal
      opened
      onClose={onClose}
      title="Keyboard shortcuts"
      size="lg"
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing="md">
        {listShortcuts(user).map(({ label, isSingleKey, shortcuts }) => (
          <section
            key={label}
            aria-label={label}
            className={classes.group}
            data-off={(isSingleKey && !hasSingleKeys) || undefined}
          >
            <Title order={3} mb={4}>
              {label}
            </Title>
            <dl className={classes.list}>
              {shortcuts.map((shortcut) => (
                <Line key={shortcut.text} {...shortcut} />
              ))}
            </dl>
          </section>
        ))}
      </SimpleGrid>
      <Switch
        mt="lg"
        label="Single-key shortcuts"
        description="Turn them off if keys are pressed by mistake, or by speech input."
        checked={hasSingleKeys}
        onChange={(event) => setSingleKeys(event.currentTarget.checked)}
      />
    </Modal>
  );
}

function Line({ first, keys, text }: Shortcut) {
  return (
    <div className={classes.line}>
      <dt>
        <Text size="sm" component="span">
          {text}
        </Text>
      </dt>
      <dd>
        {first !== undefined && (
          <>
            <Kbd size="xs">{first}</Kbd> then{" "}
          </>
        )}
        {keys.map((key, at) => (
          <Fragment key={key}>
            {at > 0 && " + "}
            <Kbd size="xs">{key}</Kbd>
          </Fragment>
        ))}
      </dd>
    </div>
  );
}
