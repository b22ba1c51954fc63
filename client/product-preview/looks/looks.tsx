import { Icon } from '../../ui/icons.tsx';
import { looks } from '../sample/looks.ts';
import { LookIcon } from './look-icon.tsx';
import { loadReader, useOwnTemplate } from './own-template.tsx';
import { TemplateWords } from './template-words.tsx';

function LookRadio({ id, name }: { id: string; name: string }) {
  return (
    <label className={`look ${id === 'own' ? 'look-read' : ''}`}>
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

/** The control for the visitor's own template. When the file is read, its look takes the control's place. */
function TemplateControl() {
  const { own, isDraggedOver, choose } = useOwnTemplate();
  if (own.state === 'read' && !isDraggedOver) return <LookRadio id="own" name={own.name} />;
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
          <TemplateControl />
          <div className="template-words">
            <TemplateWords />
          </div>
        </>
      )}
    </fieldset>
  );
}
