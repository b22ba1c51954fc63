import { site } from '../../shared/site.ts';
import { Drawing } from './drawing.tsx';
import { hatch } from './hatch.ts';

/** A broken, hatched bar of weeks over a small marked bar of minutes. */
export function WeeksAndMinutes() {
  return (
    <Drawing>
      <text className="d-serif d-heading" x="24" y="36.5">
        From scope to first deck
      </text>
      <path className="d-rule" d="M24 48h336" />
      <text x="24" y="79.5">
        Consulting team
      </text>
      <text className="d-serif d-large" x="360" y="79.5" textAnchor="end">
        Weeks
      </text>
      <path className="d-thin" d={hatch(24, 244, 90, 117) + hatch(257, 360, 90, 117)} />
      <path d="M249.5 90H24v27h219.5l6.5-9-6.5-9zM258 90h102v27H251l7.3-9-7.3-9z" />
      <text x="24" y="148">
        {site.name}
      </text>
      <path className="d-pen" d="M22.7 158.2l22.4-.8.4 27.7-22.6.6z" />
      <path className="d-over" d="M24 158.5h20.5v26H24z" />
      <text className="d-serif d-large" x="56.5" y="176.8">
        Minutes
      </text>
    </Drawing>
  );
}
