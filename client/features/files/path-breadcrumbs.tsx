import { Anchor, Breadcrumbs, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { type Crumb, directoryAddress } from "./directory-path.ts";
import classes from "./files.module.css";

/** Links from Home to the directory that is shown. */
export function PathBreadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  const above = crumbs.slice(0, -1);
  const here = crumbs.at(-1);
  return (
    <nav aria-label="Breadcrumbs">
      <Breadcrumbs className={classes.crumbs} separatorMargin={6}>
        <Anchor component={Link} to="/files" size="sm">
          Home
        </Anchor>
        {above.map(({ path, text }) => (
          <Anchor component={Link} key={path} to={directoryAddress(path)} size="sm">
            {text}
          </Anchor>
        ))}
        <Text size="sm" aria-current="page">
          {here?.text}
        </Text>
      </Breadcrumbs>
    </nav>
  );
}
