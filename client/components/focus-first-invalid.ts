/** How many frames the errors may take to render. */
const FRAMES = 30;

/** Focuses the first invalid field, once errors have been rendered. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  let left = FRAMES;
  const look = () => {
    const first = form?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first) first.focus();
    else if (left-- > 0) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
