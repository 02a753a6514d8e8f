import { ActionIcon, Button, Group, Menu } from "@mantine/core";
import { IconChevronDown, IconDownload } from "@tabler/icons-react";

type Props = {
  label: string;
  disabled?: boolean;
  /**
   * The address of a file that the server makes, in the units shown with `?units=shown`; with a function the page
   * makes it itself.
   */
  file:
    | { readonly href: string; readonly parquetHref?: string }
    | { readonly save: (isShown: boolean) => void };
};

/** A CSV file with its numbers as they are stored, or by choice in the units shown, which its header names; or as Parquet, where the server makes it. */
export function DownloadChoice({ label, disabled = false, file }: Props) {
  const target = (isShown: boolean) =>
    "href" in file
      ? ({ component: "a", href: isShown ? `${file.href}?units=shown` : file.href, download: true } as const)
      : ({ component: "button", type: "button", onClick: () => file.save(isShown) } as const);
  const parquetHref = "href" in file ? file.parquetHref : undefined;
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        {...target(false)}
        size="xs"
        variant="default"
        flex={1}
        disabled={disabled}
        leftSection={<IconDownload size={14} />}
      >
        {label}
      </Button>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            size={30}
            variant="default"
            disabled={disabled}
            aria-label={parquetHref === undefined ? "Units of the CSV file" : "Format and units of the file"}
          >
            <IconChevronDown size={14} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item {...target(false)}>Numbers as stored</Menu.Item>
          <Menu.Item {...target(true)}>Numbers in the units shown</Menu.Item>
          {parquetHref !== undefined && (
            <Menu.Item component="a" href={parquetHref} download>
              Parquet, numbers as stored
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
