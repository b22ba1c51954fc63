import { Icon } from '../../ui/icons.tsx';
import { useOwnTemplate } from './own-template.tsx';
import type { ReadTemplate } from './template-state.ts';

interface WordsProps {
  /** True in Deliver from 768 px on, where there is more room than under the control. */
  isLong?: boolean;
}

const sign = 'mr-1 inline size-3.5 align-[-.15em]';

/** Names the typefaces that this device does not have. */
function missingWords([first, ...others]: readonly string[]): string {
  return others.length > 0
    ? `${[first, ...others].join(' and ')} are not on this device; shown in stand-ins. The file names them. `
    : `${first} is not on this device; shown in a stand-in. The file names ${first}. `;
}

/** Names the parts of a template that were read and changed. Has the button that forgets the template. */
function ReadWords({ template, isLong = false }: WordsProps & { template: ReadTemplate }) {
  const { forget } = useOwnTemplate();
  const { missing, remarks, look } = template;
  const isAsItIs = missing.length === 0 && remarks.length === 0;
  const typefaces = new Set(Object.values(look.fonts)).size === 1 ? 'a typeface' : '2 typefaces';
  // The foot of the pane has room for three lines, and the samples above it name the stand-in too.
  const missingPlace = remarks.length > 0 ? 'xl:hidden' : '';
  return (
    <div>
      {(isLong || isAsItIs) && (
        <p className={isLong ? 'inline font-semibold text-ink' : ''}>
          {!isLong && <Icon name="tick" className={sign} />}
          {`5 colours and ${typefaces} read. Nothing was sent. `}
        </p>
      )}
      {missing.length > 0 && (
        <p className={isLong ? 'inline' : missingPlace}>{missingWords(missing)}</p>
      )}
      {remarks.length > 0 && (
        <p className={isLong ? 'inline' : ''}>
          {remarks.map(({ short, long }) => `${isLong ? long : short} `)}
        </p>
      )}
      <button
        type="button"
        className="cursor-pointer border-ink border-b font-semibold text-ink"
        onClick={forget}
      >
        Forget this template
      </button>
    </div>
  );
}

/** The words about the visitor's own template: under its control, or in Deliver in the place after the last slide. */
export function TemplateWords({ isLong = false }: WordsProps) {
  const { own } = useOwnTemplate();
  switch (own.state) {
    case 'none':
      return (
        <p>
          <span className={isLong ? 'font-semibold text-ink' : ''}>
            PPTX. Read in this browser, sent nowhere.
          </span>
          {isLong &&
            ' We read its colours, typeface names and layouts. Turn your Wi-Fi off first, if you like.'}
        </p>
      );
    case 'reading':
      return <p>Still in this browser.</p>;
    case 'read':
      return <ReadWords template={own} isLong={isLong} />;
    case 'failed':
      return (
        <p className="text-danger" role="alert">
          <Icon name="warning" className={sign} />
          This file could not be read: it is locked or not a PPTX. The sample stays in our template.
        </p>
      );
    case 'forgotten':
      return (
        <p>
          <Icon name="tick" className={sign} />
          Forgotten. Nothing of it is kept.
        </p>
      );
  }
}
