import { PasswordForm } from "#features/user/password-form.tsx";
import { PageHeader } from "#ui/page-header.tsx";

/** /user/password */
export function PasswordPage() {
  return (
    <>
      <PageHeader title="Change Password" />
      <PasswordForm />
    </>
  );
}
