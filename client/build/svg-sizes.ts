/** Returns the width and the height of a drawing in pixels without styles: those of its view, or the browser's defaults. */
function sizeOf(tag: string): [width: string, height: string] {
  const [, width, height] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(tag) ?? [];
  if (width !== undefined && height !== undefined) return [width, height];
  // A drawing in a drawing fills it.
  return / [xy]="/.test(tag) ? ['100%', '100%'] : ['300', '150'];
}

/**
 * Gives every `<svg>` of a page a width and a height, so that it keeps its size in a browser without styles. With styles
 * the rule for `svg` in base.css takes their place.
 */
export const withSvgSizes = (html: string): string =>
  html.replaceAll(/<svg(?![^>]* width=")[^>]*/g, (tag) => {
    const [width, height] = sizeOf(tag);
    return `${tag} width="${width}" height="${height}"`;
  });
