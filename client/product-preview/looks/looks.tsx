import { Icon } from '../../ui/icons.tsx';
import { looks } from '../sample/looks.ts';
import { LookIcon } from './look-icon.tsx';
import { loadReader, readOf, useOwnTemplate } from './own-template.tsx';
import { TemplateWords } from './template-words.tsx';

interface LookRadioProps {
  id: string;
  name: string;
  /** Whether another control stands in the radio's place. The radio stays chosen. */
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
      <span className={id === 'own' ? 'min-w-0 truncate' : ''}>{name}</span>
    </label>
  );
}

/**
 * The look of the visitor's own template, and the control for the file. When a file is read, its look takes the control's
 * place; while another file is dragged or read, the control stands there again.
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
          // The same file may be chosen again.
          if (file) choose(file);
          target.value = '';
        }}
      />
      {isDraggedOver ? (
        'Drop it here'
      ) : own.state === 'reading' ? (
        <>
          <span className="min-w-0 truncate">{`Reading ${own.name}`}</span>
          <i className="template-progress" />
        </>
      ) : (
        <>
          <Icon name="file" className="size-4 max-md:hidden" />
          <span className="max-md:hidden">
            {own.state === 'failed' ? 'Try another file' : 'Try your template'}
          </span>
          <span className="border-ink border-b md:hidden">
            {own.state === 'failed' ? 'Try another file' : 'Use your own file'}
          </span>
        </>
      )}
    </label>
  );
}

/** The looks of the slides. They stand once in the document: looks.css places them in Sources or in the card. */
export function Looks() {
  const { isOffered } = useOwnTemplate();
  return (
    <fieldset className="looks" translate="no">
      <legend className="looks-legend">Look</legend>
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
