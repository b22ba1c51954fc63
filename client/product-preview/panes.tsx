import { Icon, type IconName } from '../ui/icons.tsx';
import { engagement } from './engagement.ts';
import { Layouts } from './layouts.tsx';

const { facts, story, scope, template } = engagement;

function Source({ icon, name, note }: { icon: IconName; name: string; note: string }) {
  return (
    <div className="source">
      <Icon name={icon} />
      <b>{name}</b>
      <span>{note}</span>
      <i data-on="upload" />
    </div>
  );
}

function Facts({ rows }: { rows: readonly (readonly [string, string])[] }) {
  return (
    <div className="facts">
      {rows.map(([label, value]) => (
        <p key={label}>
          {label}
          <span>{value}</span>
        </p>
      ))}
    </div>
  );
}

/** What the deck is built from: the statement of work and the template. */
export function Sources() {
  return (
    <div className="pane sources">
      <div className="pane-title">
        <b>Sources</b>2
      </div>
      <Source icon="document" name="SOW.pdf" note="14 pages read" />
      <Facts rows={facts} />
      <Source icon="template" name="Brand-template.pptx" note="6 layouts, 5 colours" />
      <Layouts />
      <div className="palette">
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="faces">
        <b>Aa</b> Headings <em>Aa</em> Body
      </div>
      <div className="add-source">Add source</div>
    </div>
  );
}

/** The argument as eight titles; drawn line by line in Draft. */
export function Storyline() {
  let number = 0;
  return (
    <div className="pane storyline">
      <div className="pane-title">
        <b>Storyline</b>
        <span data-on="draft edit deliver">8 titles</span>
      </div>
      <div className="waiting" data-on="upload">
        <p>The storyline appears here once both files are read.</p>
        <i />
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="answer" data-on="draft edit deliver">
        Answer first
        <p>{engagement.answer}</p>
      </div>
      <div className="story" data-on="draft edit deliver">
        {story.flatMap(([part, ...titles]) => [
          <em key={part}>{part}</em>,
          ...titles.map((title) => {
            number += 1;
            return (
              <p key={title} className={number === 4 ? 'chosen' : undefined}>
                <b>{number}</b>
                {title.split('|').map((line) => (
                  <span key={line}>{line}</span>
                ))}
                {number === 8 && <i className="caret" data-on="draft" />}
              </p>
            );
          }),
        ])}
      </div>
      <div className="ask">
        <span data-on="upload">Ask for a change</span>
        <span data-on="draft edit deliver">Make title 6 more cautious</span>
        <Icon name="arrow-right" />
      </div>
    </div>
  );
}

/** Upload: the statement of work being read, and the template beside it. */
export function Reading() {
  return (
    <div className="reading" data-on="upload">
      <div>
        <div className="reading-title">
          Reading SOW.pdf<span>page 3 of 14</span>
        </div>
        <div className="scope">
          <div className="scope-page">
            <b>Statement of work</b>
            {engagement.name}
            <hr />
            {scope.map(([heading, before, marked, after]) => (
              <p key={heading}>
                <strong>{heading}</strong>
                {before}
                {marked && <span className="pen">{marked}</span>}
                {after}
              </p>
            ))}
            <p>
              <strong>5 Timeline</strong>
              <i />
              <i />
              <i />
              <i />
            </p>
            <div>
              Statement of work<span>3</span>
            </div>
          </div>
        </div>
      </div>
      <div>
        <div className="reading-title">Reading Brand-template.pptx</div>
        <Layouts named />
        <Facts rows={template.rules} />
      </div>
    </div>
  );
}
