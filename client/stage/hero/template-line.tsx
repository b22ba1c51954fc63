import type { ReactNode } from 'react';
import { Icon } from '../../ui/icons.tsx';
import { ForgetButton, SavedWords } from '../own/buttons.tsx';
import { forPhone } from '../own/failure-words.ts';
import { prepareReader } from '../own/prepare.ts';
import type { OwnTemplate } from '../own-slides/own-template.ts';
import { firstContent } from '../sample/drawn-slide.ts';
import { type LineState, useStageState } from '../state.ts';
import { FileControl } from './file-control.tsx';

/** Renders text in two forms: for a wide screen, and for a phone. */
const Both = ({ wide, phone }: { wide: ReactNode; phone: ReactNode }) => (
  <>
    <span className="max-md:hidden">{wide}</span>
    <span className="md:hidden">{phone}</span>
  </>
);

/** Renders the words of a template that was read, or of the file that was just saved. */
function ReadWords({ template: { name, note } }: { template: OwnTemplate }) {
  const saved = useStageState((state) => state.saved);
  return (
    <>
      <p className="line-name">{name}</p>
      <p className="line-note">
        {saved ? (
          <SavedWords name={saved} />
        ) : (
          <>
            <Both {...note} />{' '}
            <span className="max-md:hidden">
              <ForgetButton />
            </span>
          </>
        )}
      </p>
    </>
  );
}

function RestWords({ isForgotten }: { isForgotten: boolean }) {
  const note = isForgotten ? 'Forgotten. Nothing kept.' : undefined;
  return (
    <>
      <p className="line-rest max-md:hidden">
        <b>Drop your PowerPoint template anywhere here.</b>{' '}
        <span>{note ?? 'It stays in this browser.'}</span>
      </p>
      <div className="md:hidden">
        <p className="line-name">Choose your PowerPoint template</p>
        <p className="line-note">{note ?? 'These slides take it. It stays in this browser.'}</p>
      </div>
    </>
  );
}

function FailedWords({ line }: { line: Extract<LineState, { state: 'failed' }> }) {
  const hasTemplate = useStageState(({ template }) => template !== undefined);
  const { subject, problem } = line.words;
  const remedy = `${line.words.remedy}${hasTemplate ? ' Your last template stays.' : ''}`;
  return (
    <>
      <p className="line-problem">
        {subject ? (
          <span>{subject}</span>
        ) : (
          <>
            <span className="truncate max-md:hidden">{line.name}</span>
            <span className="md:hidden">This</span>
          </>
        )}
        <span className="shrink-0 whitespace-pre">{` ${problem}`}</span>
      </p>
      <p className="line-note">
        <Both wide={remedy} phone={forPhone(remedy)} />
      </p>
    </>
  );
}

/**
 * Renders the line that takes the visitor's template and says what became of it. The whole page takes a dropped file
 * (use-drop.ts).
 */
export function TemplateLine() {
  const line = useStageState((state) => state.line);
  const template = useStageState((state) => state.template);
  const isRead = line.state === 'read' && template;
  const isResting = line.state === 'rest' || line.state === 'forgotten';
  return (
    <div className={`template-line template-line-${line.state}`} onPointerEnter={prepareReader}>
      {isRead ? (
        <div className="line-miniature">
          <template.draw.Miniature template={template} slide={firstContent} />
        </div>
      ) : (
        <>
          <Icon
            name={line.state === 'failed' ? 'warning' : 'template'}
            className={line.state === 'failed' ? 'line-icon' : 'line-icon max-md:hidden'}
          />
          {line.state !== 'failed' && <Icon name="file" className="line-icon md:hidden" />}
        </>
      )}
      <div className="min-w-0 grow">
        <div role="status">
          {isRead && <ReadWords template={template} />}
          {isResting && <RestWords isForgotten={line.state === 'forgotten'} />}
          {line.state === 'reading' && (
            <>
              <p className="line-name">{`Reading ${line.name}`}</p>
              <p className="line-note">It stays in this browser.</p>
            </>
          )}
        </div>
        <div role="alert">{line.state === 'failed' && <FailedWords line={line} />}</div>
      </div>
      {line.state === 'reading' && <i className="line-progress" />}
      <FileControl>
        <Both
          wide={isRead ? 'Another file' : 'Choose a file'}
          phone={
            isRead ? (
              'Another'
            ) : isResting ? (
              <span className="sr-only">Choose a file</span>
            ) : (
              'Choose'
            )
          }
        />
      </FileControl>
      {isRead && (
        <span className="md:hidden">
          <ForgetButton />
        </span>
      )}
    </div>
  );
}
