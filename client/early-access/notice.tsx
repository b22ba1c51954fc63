import type { NoticePart } from '../../shared/signup/notice.ts';
import { pageTexts } from '../page-config/page-config.ts';

const renderPart = ({ text, href }: NoticePart) =>
  href === undefined ? (
    text
  ) : (
    <a key={href} href={href}>
      {text}
    </a>
  );

interface Props {
  /** The id of the notice, for the description of the field. */
  id: string;
}

/**
 * Says who keeps the address, for what, until when, and how it is removed. The form sends the version of these words. While
 * the page is prerendered the notice is one placeholder.
 */
export function Notice({ id }: Props) {
  const { notice, noticeVersion } = pageTexts();
  return (
    <>
      <input type="hidden" name="notice" defaultValue={noticeVersion} />
      <p className="notice mt-2.5 wrap-anywhere text-caption text-ink-3 leading-[1.45]" id={id}>
        {typeof notice === 'string' ? notice : notice.map(renderPart)}
      </p>
    </>
  );
}
