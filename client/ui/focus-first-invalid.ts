/** The number of frames that the errors may take to render. */
const MAX_RENDER_FRAMES = 30;

/** Focuses the first invalid field, once errors have been rendered. */
export function focusFirstInvalid(form: HTMLElement | null): void {
  let framesLeft = MAX_RENDER_FRAMES;
  const focusWhenRendered = () => {
    const first = form?.querySelector<HTMLElement>("[aria-invalid=true]");
    if (first) first.focus();
    else if (framesLeft-- > 0) requestAnimationFrame(focusWhenRendered);
  };
  requestAnimationFrame(focusWhenRendered);
}
