import { fileRoutes } from "@understudy/shared/api/file.ts";
import { DIRECTORY_PAGE_SIZE } from "@understudy/shared/limits.ts";
import { MESSAGES } from "@understudy/shared/messages/messages.ts";
import { notFound } from "../../core/problem.ts";
import { directoryPage } from "../../files/explorer/directory-page.ts";
import { parseFilePath } from "../../files/explorer/file-path.ts";
import { readPreview } from "../../files/explorer/preview.ts";
import { presentDirectory } from "../../presenters/directory.ts";
import { handle } from "../request/handle.ts";
import { loadFile, loadPath } from "./load.ts";
import { isOfRecords, recordLabels, recordsFound } from "./records.ts";

export const fileHandlers = {
  listDirectory: handle(fileRoutes.listDirectory, async ({ web, user, params, query }) => {
    const loaded = await loadPath(web, user, parseFilePath(params.path));
    const names = loaded && (await web.directories.names(loaded.path));
    if (loaded === null || names === null) throw notFound(MESSAGES.directoryNotFound);
    const { path, labels } = loaded;
    const filter = query.filter?.trim().toLowerCase() ?? "";
    const recordNames = await recordsFound(web.store, path, filter);
    const isWanted = (name: string) => recordNames?.has(name) ?? name.toLowerCase().includes(filter);
    const page = { pageNumber: query.page_number ?? 1, pageSize: query.page_size ?? DIRECTORY_PAGE_SIZE };
    const listed = await directoryPage(names, filter === "" ? null : isWanted, page);
    const folders = listed.entries.flatMap(({ name, size }) => (size === null ? [name] : []));
    const records = isOfRecords(path) ? await recordLabels(web.store, path, folders) : null;
    return presentDirectory(listed, page, { labels, records, isCut: names.isCut });
  }),

  previewFile: handle(fileRoutes.previewFile, async ({ web, user, params }) => {
    const file = await loadFile(web, user, parseFilePath(params.path));
    try {
      return await readPreview(file);
    } finally {
      await file.handle.close();
    }
  }),
};
