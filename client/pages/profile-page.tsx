import { Stack } from "@mantine/core";
import { NameForm, Sessions } from "#features/user/profile/profile.tsx";
import { PageHeader } from "#ui/page-header.tsx";

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
