import { hash } from 'node:crypto';
import type { Settings } from '../../shared/settings/schema.ts';
import { noticeVersionLength } from '../../shared/signup/contract.ts';
import { noticeParts, noticeText } from '../../shared/signup/notice.ts';
import type { StoredNotice } from '../../shared/signup/store.ts';

/** Returns the notice that these settings show, for the table `notices`. */
export function storedNoticeOf(settings: Settings): StoredNotice {
  const text = noticeText(noticeParts(settings));
  return { version: versionOf(text), text };
}

/** Returns the version of the notice that these settings show. */
export const noticeVersionOf = (settings: Settings): string => storedNoticeOf(settings).version;

const versionOf = (text: string): string => hash('sha256', text).slice(0, noticeVersionLength);
