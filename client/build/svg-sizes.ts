/** Returns the size in pixels of a drawing without styles: the size of its view, or the browser's default size. */
function sizeOf(tag: string): [width: string, height: string] {
  const [, width = '300', height = '150'] = /viewBox="\S+ \S+ (\S+) (\S+)"/.exec(tag) ?? [];
  return [width, height];
}

/**
 * Gives every `<svg>` of a page a width and a height, so that it keeps its size in a browser without styles. With styles
 * the rule for `svg` in base.css takes their place. A drawing in a drawing fills it, as it does without these attributes.
 */
export function withSvgSizes(html: string): string {
  let depth = 0;
  return html.replaceAll(/<svg[^>]*>|<\/svg>/g, (tag) => {
    if (tag === '</svg>') {
      depth -= 1;
      return tag;
    }
    const [width, height] = depth > 0 ? ['100%', '100%'] : sizeOf(tag);
    depth += 1;
    if (/ (width|height)="/.test(tag)) return tag;
    return tag.replace(/>$/, ` width="${width}" height="${height}">`);
  });
}
