/** A part of the notice: a text, or the words of a link. A text and a link always alternate. */
export interface NoticePart {
  text: string;
  /** The address of a link: `/privacy` or a `mailto:`. Absent for a text. */
  href?: string;
}

/** The notice as the page shows it. It says who keeps the address, for what, until when, and how to remove it. */
export interface Notice {
  parts: readonly NoticePart[];
  /** The first 12 hexadecimal digits of the SHA-256 of the text in `notices`. */
  version: string;
}

/**
 * The facts that a page needs of its environment. The page has them as inert JSON
 * (`<script type="application/json" id="page-config">`), so that one build serves every environment.
 */
export interface PageConfig {
  /** Absolute origin without a trailing slash, e.g. `https://deckwright.example`. */
  origin: string;
  contactEmail: string;
  /** False on staging: every page says `noindex`. */
  indexing: boolean;
  /** The content hash of each share image, by the image’s id. Absent if the build made no images. */
  shareImages?: Readonly<Record<string, string>>;
  /** Turnstile’s public site key. Null: the page has no bot check. */
  turnstileSiteKey: string | null;
  /** The text under the address field. A sign-up sends the version of this notice as `notice`. */
  notice: Notice;
  /** True if a mail asks for a confirmation of each new address. */
  hasMail: boolean;
  transport: { kind: 'proxy' } | { kind: 'direct'; supabaseUrl: string; supabaseKey: string };
}

export const pageConfigElementId = 'page-config';

/** Placeholders that the build writes. The server replaces each with a value of its environment. */
export const placeholders = {
  /** In the template: the build replaces it with the prerendered page. */
  page: '<!--fill:page-->',
  /** In `<head>`: the page’s head tags. */
  head: '<!--fill:head-->',
  /** Before `</body>`: the inert JSON. */
  config: '<!--fill:config-->',
  /** In the templates of an entry’s page, after the configuration: the inert JSON of the entry. */
  entry: '<!--fill:entry-->',
  /** In text, also with `<wbr>` before the @, and in `mailto:` links: the contact address, escaped. */
  contactEmail: 'contact-email@placeholder.invalid',
  /** In text: the words and the links of the notice. */
  notice: 'notice-placeholder',
  /** In text: the next steps after a sign-up. */
  nextSteps: 'next-steps-placeholder',
  /** In an attribute: the version of the notice. */
  noticeVersion: 'notice-version-placeholder',
} as const;
