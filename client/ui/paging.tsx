import { ActionIcon, Group, NativeSelect, Text } from "@mantine/core";
import { IconChevronLeft, IconChevronRight, IconChevronsLeft, IconChevronsRight } from "@tabler/icons-react";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { countText } from "@understudy/shared/number-text.ts";
import { positionText } from "./position-text.ts";

const PAGE_SIZES = [DEFAULT_PAGE_SIZE, 50, 100, MAX_PAGE_SIZE];

type Props = {
  /** The noun for a row, in the singular: "job". */
  item: string;
  pageNumber: number;
  pageSize: number;
  totalCount: number;
  onPage: (pageNumber: number) => void;
  onPageSize: (pageSize: number) => void;
};

/** First, Previous, Next, Last, and how many there are. */
export function Paging({ item, pageNumber, pageSize, totalCount, onPage, onPageSize }: Props) {
  const last = Math.max(1, Math.ceil(totalCount / pageSize));
  const steps = [
    { label: "First", Icon: IconChevronsLeft, to: 1, disabled: pageNumber <= 1 },
    {
      label: "Previous",
      Icon: IconChevronLeft,
      to: Math.min(pageNumber - 1, last),
      disabled: pageNumber <= 1,
    },
    { label: "Next", Icon: IconChevronRight, to: pageNumber + 1, disabled: pageNumber >= last },
    { label: "Last", Icon: IconChevronsRight, to: last, disabled: pageNumber >= last },
  ];
  return (
    <Group component="nav" aria-label="Pages" justify="space-between" gap="sm" mt="sm">
      <Text size="sm" c="dimmed" data-numeric>
        {countText(totalCount)} {totalCount === 1 ? item : `${item}s`}
      </Text>
      <Group gap="md">
        <NativeSelect
          size="xs"
          aria-label="Rows on a page"
          value={String(pageSize)}
          data={[...new Set([...PAGE_SIZES, pageSize])]
            .sort((a, b) => a - b)
            .map((size) => ({ value: String(size), label: `${size} rows` }))}
          onChange={(event) => onPageSize(Number(event.currentTarget.value))}
        />
        <Group gap={4}>
          {steps.map(({ label, Icon, to, disabled }, index) => (
            <Group key={label} gap={4}>
              {index === 2 && (
                <Text size="sm" px={6} data-numeric>
                  {positionText(pageNumber, last)}
                </Text>
              )}
              <ActionIcon
                variant="default"
                size={30}
                aria-label={label}
                title={label}
                disabled={disabled}
                onClick={() => onPage(to)}
              >
                <Icon size={16} />
              </ActionIcon>
            </Group>
          ))}
        </Group>
      </Group>
    </Group>
  );
}
