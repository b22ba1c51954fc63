import { Icon } from '../../ui/icons.tsx';
import { useOwnTemplate } from './own-template.tsx';

const sentNowhere = 'PPTX. Read in this browser, sent nowhere.';

/** Joins names as a sentence does. */
const listed = (names: readonly string[]) => names.join(' and ');

/** What is said under the template control, or in Deliver in the place after the last slide. */
export function TemplateWords({ isLong = false }: { isLong?: boolean }) {
  const { own, forget } = useOwnTemplate();
  if (own.state === 'failed')
    return (
      <p className="text-danger" role="alert">
        <Icon name="warning" className="mr-1 inline size-3.5 align-[-.15em]" />
        This file could not be read: it is locked or not a PPTX. The sample stays in our template.
      </p>
    );
  if (own.state === 'reading') return <p>Still in this browser.</p>;
  if (own.state === 'forgotten')
    return (
      <p>
        <Icon name="tick" className="mr-1 inline size-3.5 align-[-.15em]" />
        Forgotten. Nothing of it is kept.
      </p>
    );
  if (own.state === 'read') {
    const { missing, remarks, look } = own;
    const typefaces = new Set(Object.values(look.fonts)).size;
    const names = listed(missing);
    const forgetButton = (
      <button
        type="button"
        className="cursor-pointer border-ink border-b font-semibold text-ink"
        onClick={forget}
      >
        Forget this template
      </button>
    );
    return (
      <div>
        {(isLong || (missing.length === 0 && remarks.length === 0)) && (
          <p className={isLong ? 'inline font-semibold text-ink' : ''}>
            {`5 colours and ${typefaces === 1 ? 'a typeface' : '2 typefaces'} read. Nothing was sent. `}
          </p>
        )}
        {missing.length > 0 && (
          // The foot of the pane has room for three lines, and the samples above it name the stand-in too.
          <p className={isLong ? 'inline' : remarks.length > 0 ? 'xl:hidden' : ''}>
            {`${names} ${missing.length > 1 ? 'are' : 'is'} not on this device; shown in a stand-in. The file names ${names}. `}
          </p>
        )}
        {remarks.length > 0 && (
          <p className={isLong ? 'inline' : ''}>
            {remarks.map(({ short, long }) => `${isLong ? long : short} `)}
          </p>
        )}
        {forgetButton}
      </div>
    );
  }
  return (
    <p>
      <span className={isLong ? 'font-semibold text-ink' : ''}>{sentNowhere}</span>
      {isLong &&
        ' We read its colours, typeface names and layouts. Turn your Wi-Fi off first, if you like.'}
    </p>
  );
}
