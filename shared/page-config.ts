import { supabaseKeyOf } from './settings/backend.ts';
import type { Settings } from './settings/schema.ts';
import { noticeParts } from './signup/notice.ts';

/** What a page knows beside the settings. */
export interface PageFacts {
  /** The version of the notice that these settings show. */
  noticeVersion: string;
  /** The content hash of each share image, by the image’s id. Absent if the build made no images. */
  shareImages?: Readonly<Record<string, string>> | undefined;
}

/**
 * Returns the texts that pages show and that depend on the settings. The pages are prerendered with placeholders in their
 * place. A new text is one line here; a component reads it by `pageTexts`.
 */
const pageTexts = (settings: Settings, { noticeVersion }: PageFacts) => ({
  contactEmail: settings.CONTACT_EMAIL,
  contactMailbox: settings.CONTACT_EMAIL.split('@')[0] ?? '',
  contactHost: settings.CONTACT_EMAIL.split('@')[1] ?? '',
  /** The text under the address field. */
  notice: noticeParts(settings),
  /** A sign-up sends the version of the notice as `notice`. */
  noticeVersion,
});

/**
 * Returns what a page knows of its environment. The page has it as inert JSON (`<script type="application/json">`), so that
 * one build serves every environment. Scripts read it by `pageConfig`. What a page shows belongs into `pageTexts`.
 */
export const pageConfigOf = (settings: Settings, facts: PageFacts) => ({
  /** Absolute origin without a trailing slash, e.g. `https://deckwright.example`. */
  origin: settings.SITE_ORIGIN,
  contactEmail: settings.CONTACT_EMAIL,
  /** False on staging: every page says `noindex`. */
  indexing: settings.INDEXING === 'on',
  shareImages: facts.shareImages,
  /** Turnstile’s public site key. Null: the page has no bot check. */
  turnstileSiteKey: settings.TURNSTILE_SITE_KEY ?? null,
  /** Whether sign-ups go to the Supabase function, directly or through the server. */
  usesFunction: settings.SUPABASE_URL !== undefined,
  /** Where the browser sends a sign-up. The rules of the settings demand address and key for `direct`. */
  transport:
    settings.SIGNUP_TRANSPORT === 'proxy'
      ? ({ kind: 'proxy' } as const)
      : ({
          kind: 'direct',
          supabaseUrl: settings.SUPABASE_URL ?? '',
          supabaseKey: supabaseKeyOf(settings) ?? '',
        } as const),
  texts: pageTexts(settings, facts),
});

export type PageConfig = ReturnType<typeof pageConfigOf>;
export type PageTexts = PageConfig['texts'];

/** Returns the placeholder of a text in a prerendered page. */
export const pagePlaceholder = (name: string): string => `__page_${name}__`;

/** Matches every placeholder of a text. The first group is the name. */
export const pagePlaceholders = /__page_([A-Za-z]{1,30})__/g;

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
} as const;
