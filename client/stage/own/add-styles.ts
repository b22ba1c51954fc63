/** Adds styles that are no part of the first load. They come with the script that needs them, so that they cannot be missing alone. */
export function addStyles(css: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets.push(sheet);
}
