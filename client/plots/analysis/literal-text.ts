/**
 * A text that plotly.js shows letter by letter. Titles, names and categories are pseudo-HTML to it: `<b>` is bold, `<a href>` is a link and
 * `&lt;` is `<`. People write such characters as they mean them, `Gain <dB>`, and nobody may put a link into the page of another.
 */
export const toLiteralText = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
