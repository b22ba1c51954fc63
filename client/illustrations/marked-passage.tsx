import { Drawing } from './drawing.tsx';

/** A marked passage of the statement of work leads to the footnote of a slide. */
export function MarkedPassage() {
  return (
    <Drawing>
      <path d="M24.5 24.5h104l16 16v151h-120zM128.5 24.5v16h16" />
      <text x="38.5" y="50">
        SOW.pdf
      </text>
      <path
        className="d-text"
        d="M38.5 66H126M38.5 78h91M38.5 90H108M38.5 138h89M38.5 150H122M38.5 162h91M38.5 174H88"
      />
      <path className="d-pen" d="M33.2 103.2l100.3-3.2v20.8l-99.7 2.7z" />
      <path className="d-title d-over" d="M38.5 108h90M38.5 117H100" />
      <path className="d-fine" d="M134 112h22v39h18" />
      <path className="d-ink" d="M174 148l7 3-7 3z" />
      <path d="M172.5 52.5H364V164H172.5z" />
      <path className="d-title" d="M184 68h140M184 77h96" />
      <text className="d-small" x="284" y="81">
        1
      </text>
      <path className="d-rule" d="M184 89.5h168" />
      <path className="d-ink" d="M190 122h15v14h-15zM234 104h15v32h-15z" />
      <path className="d-mid" d="M212 112h15v24h-15z" />
      <path className="d-text" d="M184 137h70M272 105h80M272 114h70M272 123h80M272 132h48" />
      <text className="d-note" x="186" y="155">
        1 SOW.pdf, page 3
      </text>
    </Drawing>
  );
}
