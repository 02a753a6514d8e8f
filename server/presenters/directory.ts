import type { Directory } from "@understudy/shared/api/file.ts";
import type { DirectoryPage } from "../files/explorer/directory-page.ts";

type Described = {
  /** The labels of the path's parts. */
  labels: (string | null)[];
  /** Names of records by the folder's name, where folders are named by ids. */
  records: ReadonlyMap<string, string> | null;
  isCut: boolean;
};

/** A page of a directory. Folders of records that are gone are left out. */
export function presentDirectory(
  { entries, totalCount }: DirectoryPage,
  { pageNumber, pageSize }: { pageNumber: number; pageSize: number },
  { labels, records, isCut }: Described,
): Directory {
  const shown = entries.filter(({ name }) => records === null || records.has(name));
  return {
    items: shown.map(({ name, size, modifiedTime }) => ({
      name,
      is_directory: size === null,
      label: records?.get(name) ?? null,
      size,
      modified_time: modifiedTime.toISOString(),
    })),
    total_count: totalCount,
    page_size: pageSize,
    page_number: pageNumber,
    labels,
    is_cut: isCut,
  };
}
