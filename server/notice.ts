import { hash } from 'node:crypto';
import type { Notice } from '../shared/page-config.ts';
import type { Settings } from '../shared/settings/schema.ts';
import { noticeVersionLength } from '../shared/signup/contract.ts';
import { noticeParts, noticeText } from '../shared/signup/notice.ts';
import type { StoredNotice } from '../shared/signup/store.ts';

/** Returns the notice that these settings show, for the page. */
export function noticeOf(settings: Settings): Notice {
  const parts = noticeParts(settings);
  return { parts, version: versionOf(noticeText(parts)) };
}

/** Returns the notice that these settings show, for the table `notices`. */
export function storedNoticeOf(settings: Settings): StoredNotice {
  const text = noticeText(noticeParts(settings));
  return { version: versionOf(text), text };
}

const versionOf = (text: string): string => hash('sha256', text).slice(0, noticeVersionLength);
