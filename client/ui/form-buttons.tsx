import { Button } from "@mantine/core";
import { Link } from "react-router-dom";

type Props = {
  /** The page that Cancel leads to. */
  cancelTo: string;
  submit: string;
  busy?: boolean;
  disabled?: boolean;
};

/** The buttons that leave a form on a page of its own: without its values, or with them. */
export function FormButtons({ cancelTo, submit, busy = false, disabled = false }: Props) {
  return (
    <>
      <Button component={Link} to={cancelTo} variant="default">
        Cancel
      </Button>
      <Button type="submit" loading={busy} disabled={disabled}>
        {submit}
      </Button>
    </>
  );
}
