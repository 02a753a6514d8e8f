/** The nonce of this page's Content-Security-Policy: only `<style>` elements that carry it apply. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? "";

export const getNonce = (): string => nonce;

// What locks the page's scrolling behind a dialog adds a `<style>` and takes its nonce from this global.
Object.assign(window, { __webpack_nonce__: nonce });
