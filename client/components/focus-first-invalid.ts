/** How many frames the complaints may take to be on the page. */
const FRAMES = 30;

/** Once the complaints are on the page, the first of them is what to mend. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  let left = FRAMES;
  const look = () => {
    const first = form?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first) first.focus();
    else if (left-- > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
