/** Makes the name of a file, without its ending, from the title of its content. */
export const fileStem = (text: string): string =>
  text.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "");

/** Has the browser save a text or an image as a file. */
export function saveFile(name: string, type: string, content: string | Blob): void {
  const file = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = file;
  link.download = name;
  link.click();
  URL.revokeObjectURL(file);
}
