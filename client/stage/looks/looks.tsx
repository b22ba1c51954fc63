import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { looks } from '../sample/looks.ts';
import { loadReader } from './load-template.ts';
import { LookIcon } from './look-icon.tsx';
import { useOwnTemplate } from './own-template.tsx';
import { readOf } from './template-state.ts';
import { TemplateWords } from './template-words.tsx';

interface LookRadioProps {
  id: string;
  name: string;
  /** True while another control stands in the place of the radio, which stays chosen. */
  isCovered?: boolean;
}

function LookRadio({ id, name, isCovered = false }: LookRadioProps) {
  return (
    <label className={isCovered ? 'sr-only' : `look ${id === 'own' ? 'look-read' : ''}`}>
      <input
        type="radio"
        id={`window-look-${id}`}
        name="window-look"
        value={id}
        className="sr-only"
        defaultChecked={id === 'ours'}
      />
      <LookIcon className={`look-${id}`} />
      <span className={id === 'own' ? 'min-w-0 max-w-full truncate' : undefined}>{name}</span>
    </label>
  );
}

/**
 * The control for the file of the visitor's own template, or the radio of its look once the file is read. While another
 * file is dragged or read, the control takes the place of the radio.
 */
function OwnLook() {
  const { own, isDraggedOver } = useOwnTemplate();
  const read = readOf(own);
  const isBusy = isDraggedOver || own.state === 'reading';
  return (
    <>
      {read && <LookRadio id="own" name={read.name} isCovered={isBusy} />}
      {(!read || isBusy) && <TemplateControl />}
    </>
  );
}

/** What the control says: where a file may fall, which file is read, or what a press does. */
function ControlWords() {
  const { own, isDraggedOver } = useOwnTemplate();
  if (isDraggedOver) return 'Drop it here';
  if (own.state === 'reading')
    return (
      <>
        <span className="min-w-0 truncate">{`Reading ${own.name}`}</span>
        <i className="template-progress" />
      </>
    );
  const isSecondTry = own.state === 'failed';
  return (
    <>
      <Icon name="file" className="size-4 max-md:hidden" />
      <span className="max-md:hidden">
        {isSecondTry ? 'Try another file' : 'Try your template'}
      </span>
      <span className="border-ink border-b md:hidden">
        {isSecondTry ? 'Try another file' : 'Use your own file'}
      </span>
    </>
  );
}

/** The file input of the visitor's own template. */
function TemplateControl() {
  const { own, isDraggedOver, choose } = useOwnTemplate();
  const prepare = () => {
    loadReader().catch(() => {});
  };
  return (
    <label
      className={`template-control ${isDraggedOver ? 'border-2 border-ink border-dashed' : ''} ${own.state === 'reading' ? 'border-dashed' : ''}`}
      onPointerEnter={prepare}
    >
      <input
        type="file"
        id="window-template"
        accept=".pptx,.potx"
        className="sr-only"
        onFocus={prepare}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) choose(file);
          // Without this, choosing the same file again would be no change.
          target.value = '';
        }}
      />
      <ControlWords />
    </label>
  );
}

/** The radios of the looks. They stand once in the document: looks.css places them in Sources or in the card. */
export function Looks() {
  const { isOffered } = useOwnTemplate();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  useEffect(() => {
    // When a visitor returns, the browser restores the choices of before. If the look of an own template was chosen, no
    // look is chosen now, because the template is forgotten.
    const radios = [
      ...(fieldset.current?.querySelectorAll<HTMLInputElement>('[type=radio]') ?? []),
    ];
    const [first] = radios;
    if (first && !radios.some(({ checked }) => checked)) first.checked = true;
  }, []);
  return (
    <fieldset ref={fieldset} className="looks" translate="no" aria-label="Look">
      {/* Not a legend, because WebKit draws the legend of a grid on the border. */}
      <span className="looks-name" aria-hidden="true">
        Look
      </span>
      <div className="looks-ready">
        {looks.map(({ id, name }) => (
          <LookRadio key={id} id={id} name={name} />
        ))}
      </div>
      {isOffered && (
        <>
          <OwnLook />
          <div className="template-words">
            <TemplateWords />
          </div>
        </>
      )}
    </fieldset>
  );
}
