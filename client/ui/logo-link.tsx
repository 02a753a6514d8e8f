import { Link } from "react-router-dom";
import { Logo } from "./logo.tsx";
import classes from "./logo-link.module.css";

export function LogoLink() {
  return (
    <Link to="/" className={classes.link} aria-label="Understudy home page">
      <Logo size={26} />
      <span>Understudy</span>
    </Link>
  );
}
