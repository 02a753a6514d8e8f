/** Placeholder */
import type { ToChild } from "../messages.ts";
import type { SearchWork } from "../search-ports.ts";
export async function verifyOutOfSpec(_work: SearchWork, _messages: AsyncIterable<ToChild>): Promise<void> {}
