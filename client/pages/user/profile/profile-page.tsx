import { Stack } from "@mantine/core";
import { PageHeader } from "#ui/page-header.tsx";
import { NameForm } from "./name-form.tsx";
import { Sessions } from "./sessions.tsx";

/** /user/profile: the user's own name, and where they are logged in. */
export function ProfilePage() {
  return (
    <>
      <PageHeader title="Profile" />
      <Stack gap="xl">
        <NameForm />
        <Sessions />
      </Stack>
    </>
  );
}
