import { useSearchParams } from "react-router-dom";
import { LoginForm, SingleSignOn, SsoFailureAlert } from "#features/login/login-form.tsx";
import { LoginFrame } from "#features/login/login-frame.tsx";
import { usePageTitle } from "#ui/use-page-title.ts";

/** /login?next=/jobs */
export function LoginPage() {
  usePageTitle("Log In");
  const [search] = useSearchParams();
  const next = search.get("next");
  return (
    <LoginFrame>
      <LoginForm next={next}>
        <SsoFailureAlert failure={search.get("sso")} />
      </LoginForm>
      <SingleSignOn next={next} />
    </LoginFrame>
  );
}
