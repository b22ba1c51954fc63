import { Drawing } from './drawing.tsx';

const branches = [43, 109, 175];
const box = (x: number, y: number, width: number) => `M${x} ${y - 11.2}h${width}v22.4h${-width}z`;

/** The consultant's portrait: a question, three branches, six leaves; the marked path is the answer. */
export function IssueTree() {
  return (
    <Drawing>
      <path
        className="d-thin"
        d={`M119 109h38M157 43h-18v132h18${branches.map((y) => `M247 ${y}h15.5M276 ${y - 15}h-13.5v30H276`).join('')}`}
      />
      <path
        d={`M23 84.7h96V133H23z${branches.map((y) => box(156.5, y, 90.5) + box(276, y - 15, 84.5) + box(276, y + 15, 84.5)).join('')}`}
      />
      <path
        className="d-text"
        d={branches.map((y) => `M166 ${y}h63.5M285.5 ${y - 15}h57.5M285.5 ${y + 15}h57.5`).join('')}
      />
      <path
        className="d-pen"
        d="M152.8 96.8l96.5-1.5 1.1 24-97.6 1.8zM272.3 111.6l90.7-1.6 1 24.3-91.7 1.8z"
      />
      <path className="d-over" d={box(156.5, 109, 90.5) + box(276, 124, 84.5)} />
      <path className="d-over d-title" d="M166 109h63.5M285.5 124h57.5" />
      <text className="d-serif d-question" x="34.5" y="104">
        Where is
      </text>
      <text className="d-serif d-question" x="34.5" y="121">
        margin lost?
      </text>
    </Drawing>
  );
}
