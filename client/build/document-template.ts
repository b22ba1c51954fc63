import { readFileSync } from 'node:fs';
import {
  type HtmlTagDescriptor,
  type IndexHtmlTransformContext,
  minifySync,
  type Plugin,
} from 'vite';
import { firstScreenEnd } from '../ui/first-screen.ts';

/** The one stylesheet. It is an input of the build, so that Vite writes it as an asset. */
export const stylesheet = 'client/styles/index.css';

/** A script that runs in the head. */
const headScript = 'client/start/first-frame.js';

const fonts = ['stix-two-text', 'instrument-sans'].map(
  (name) => `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`,
);

type Bundle = IndexHtmlTransformContext['bundle'];

/**
 * Returns the asset that the build made of a source file. Throws if there is none.
 * @param source the end of the path, because a package manager may keep packages behind symbolic links.
 */
function assetOf(bundle: NonNullable<Bundle>, source: string) {
  for (const output of Object.values(bundle)) {
    if (output.type !== 'asset') continue;
    if (output.originalFileNames.some((name) => name.endsWith(source))) return output;
  }
  throw new Error(`The build has no asset of ${source}.`);
}

/**
 * Puts the stylesheet into the page. As a file of its own it would delay the first paint by a round trip. In development
 * there is no bundle: a link leads to the source.
 */
function styleTag(bundle: Bundle): HtmlTagDescriptor {
  if (!bundle)
    return { tag: 'link', attrs: { rel: 'stylesheet', href: `/${stylesheet}` }, injectTo: 'head' };
  const asset = assetOf(bundle, stylesheet);
  delete bundle[asset.fileName];
  return {
    tag: 'style',
    // React inserts a later stylesheet after the last one with a precedence. Before this one, the stylesheet would make the
    // browser style and lay out the whole page again.
    attrs: { 'data-precedence': 'page' },
    children: String(asset.source).trim(),
    injectTo: 'head',
  };
}

const scriptTag = (path: string): HtmlTagDescriptor => ({
  tag: 'script',
  children: minifySync(path, readFileSync(path, 'utf8')).code.trim(),
  injectTo: 'head',
});

function fontTag(bundle: Bundle, source: string): HtmlTagDescriptor {
  const href = `/${bundle ? assetOf(bundle, source).fileName : source}`;
  const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href };
  // At the end of the body, because a preload in the head delays the first paint.
  return { tag: 'link', attrs, injectTo: 'body' };
}

/** Completes `client/index.html`, the template of every page: the styles, the scripts of the head, the fonts. */
export const documentTemplate = (): Plugin => ({
  name: 'document-template',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) => [
      // The first frame waits until the first screen is parsed. A slow browser would paint a part of it earlier, and the
      // words of the hero would move.
      {
        tag: 'link',
        attrs: { rel: 'expect', href: `#${firstScreenEnd}`, blocking: 'render' },
        injectTo: 'head',
      },
      scriptTag(headScript),
      styleTag(bundle),
      ...fonts.map((source) => fontTag(bundle, source)),
    ],
  },
});
