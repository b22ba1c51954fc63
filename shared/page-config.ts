/** A part of the notice: a text, or the words of a link. A text and a link always alternate. */
export interface NoticePart {
  text: string;
  /** The address of a link: `/privacy` or a `mailto:`. Absent for a text. */
  href?: string;
}

/** The notice as the page shows it: who keeps the address, for what, until when, and how it is removed. */
export interface Notice {
  parts: readonly NoticePart[];
  /** The first 12 hexadecimal digits of the SHA-256 of the text in `notices`. */
  version: string;
}

/**
 * What one environment tells the page, carried in it as inert JSON
 * (`<script type="application/json" id="deckwright-config">`), so that one build serves every environment.
 */
export interface PageConfig {
  /** Absolute origin without a trailing slash, e.g. `https://deckwright.example`. */
  origin: string;
  contactEmail: string;
  /** False on staging: every page says `noindex`. */
  indexing: boolean;
  /** Content hash of each share image, by its id; absent where none were built. */
  shareImages?: Readonly<Record<string, string>>;
  /** Turnstile’s public site key; null: no bot check is rendered. */
  turnstileSiteKey: string | null;
  /** What the page says under the address. A sign-up carries its version as `notice`. */
  notice: Notice;
  /** True if a mail asks for a confirmation of each new address. */
  hasMail: boolean;
  transport: { kind: 'proxy' } | { kind: 'direct'; supabaseUrl: string; supabaseKey: string };
}

export const pageConfigElementId = 'deckwright-config';

/** Written by the prerenderer where the server puts a value of this environment. */
export const placeholders = {
  /** In the template: replaced by the prerendered page. */
  page: '<!--deckwright:page-->',
  /** In `<head>`: replaced by the page’s head tags. */
  head: '<!--deckwright:head-->',
  /** Before `</body>`: replaced by the inert JSON. */
  config: '<!--deckwright:config-->',
  /** In the templates of an entry’s page, after the configuration: replaced by the inert JSON of the entry. */
  entry: '<!--deckwright:entry-->',
  /** In text, also with `<wbr>` before the @, and in `mailto:` links: replaced by the contact address, escaped. */
  contactEmail: 'contact-email@placeholder.invalid',
  /** In text: replaced by the words and the links of the notice. */
  notice: 'deckwright-notice-placeholder',
  /** In text: replaced by what comes after a sign-up. */
  nextSteps: 'deckwright-next-steps-placeholder',
  /** In an attribute: replaced by the version of the notice. */
  noticeVersion: 'deckwright-notice-version-placeholder',
} as const;
