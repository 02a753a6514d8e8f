/** `2 of 3`; of a page beyond the last one, how many there are. */
export function positionText(pageNumber: number, last: number): string {
  const of = last.toLocaleString("en");
  if (pageNumber <= last) return `${pageNumber.toLocaleString("en")} of ${of}`;
  return last === 1 ? "1 page" : `${of} pages`;
}
