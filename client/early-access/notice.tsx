import { usePageConfig } from '../page-config/page-config.tsx';

interface Props {
  /** The id of the notice, for the description of the field. */
  id: string;
}

/** Says who keeps the address, for what, until when, and how it is removed. The form sends the version of these words. */
export function Notice({ id }: Props) {
  const { notice } = usePageConfig();
  return (
    <>
      <input type="hidden" name="notice" defaultValue={notice.version} />
      <p className="notice mt-2.5 text-caption text-ink-3" id={id}>
        {notice.parts.map(({ text, href }) =>
          href === undefined ? (
            text
          ) : (
            <a key={href} href={href}>
              {text}
            </a>
          ),
        )}
      </p>
    </>
  );
}
