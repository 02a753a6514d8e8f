import { Paper, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Logo } from "#ui/logo.tsx";
import classes from "./login-page.module.css";

/** The pages of people who are not logged in: the name of the product above a card. */
export function LoginFrame({ children }: { children: ReactNode }) {
  return (
    <main className={classes.page}>
      <div className={classes.brand}>
        <Logo size={40} />
        <Text fw={650} size="xl">
          Understudy
        </Text>
      </div>
      <Paper withBorder radius="md" p="xl" className={classes.card}>
        {children}
      </Paper>
    </main>
  );
}
