import { Icon, LogoMark } from '../ui/icons.tsx';
import { engagement, slide } from './engagement.ts';
import { Miniatures } from './miniatures.tsx';
import { Reading, Sources, Storyline } from './panes.tsx';
import { Slide } from './slide/slide.tsx';

function TitleBar() {
  return (
    <div className="title-bar">
      <LogoMark />
      {engagement.menu.map((word) => (
        <span key={word}>{word}</span>
      ))}
      <p>
        <b>{engagement.name}</b> <span>Saved</span>
      </p>
      <svg aria-hidden="true" viewBox="0 0 64 13">
        <path d="M0 6.5h10M27.5 2.5h8v8h-8zM54 2l9 9M63 2l-9 9" />
      </svg>
    </div>
  );
}

function Toolbar() {
  return (
    <div className="toolbar" data-on="draft edit">
      <span className="select">
        Heading
        <svg aria-hidden="true" viewBox="0 0 8 4">
          <path d="M0 0h8L4 4z" />
        </svg>
      </span>
      <span className="size">24</span>
      <b>B</b>
      <svg aria-hidden="true" className="glyphs" viewBox="0 0 102 13">
        <path d="M8 1.5h2.5M6 8.5h2.5M9.2 1.5l-1.6 7M24.5 1v4.5a3.5 3.5 0 0 0 7 0V1M23.5 11.5h9" />
        <path d="M52 1.5h12M52 6h7M52 10.5h12M71 1.5h12M73.5 6h7M71 10.5h12M90 1.5h12M95 6h7M90 10.5h12" />
      </svg>
      <span className="layout-name">Layout: Title and chart</span>
    </div>
  );
}

/** The frame, the four handles and the caret of a title that is being edited. */
function Selection() {
  return (
    <>
      <i className="caret" data-on="edit" />
      <span className="selection" data-on="edit">
        <i />
        <i />
        <i />
        <i />
      </span>
    </>
  );
}

function Rewrite() {
  return (
    <div className="rewrite" data-on="edit">
      <div className="pane-title">
        <b>Rewrite the title</b>
        <span>
          <Icon name="undo" /> Revision 6
        </span>
      </div>
      <div className="options">
        {engagement.rewrites.map((title) => (
          <p key={title}>{title}</p>
        ))}
      </div>
    </div>
  );
}

function DeckFile() {
  return (
    <div className="deck-file" data-on="deliver">
      <Icon name="deliver" />
      <p>
        <b>Regional-network-review.pptx</b>8 slides on Brand-template.pptx
      </p>
      <span>Download PPTX</span>
    </div>
  );
}

/** All that the window draws around its steps. Decoration: the caption speaks for it. */
export function WindowBody() {
  return (
    <>
      <TitleBar />
      <div className="panes">
        <Sources />
        <Storyline />
        <div className="desk">
          <Reading />
          <Toolbar />
          <div className="stage" data-on="draft edit">
            <Slide content={slide} selection={<Selection />} />
          </div>
          <DeckFile />
          <Miniatures />
          <Rewrite />
        </div>
      </div>
      <div className="status">
        {engagement.status.map(([step, text]) => (
          <span key={step} data-on={step}>
            {text}
          </span>
        ))}
        <span className="zoom">
          Template: Brand-template.pptx <i />
          86%
        </span>
      </div>
    </>
  );
}
