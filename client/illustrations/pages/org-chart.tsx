import { founders } from '../../../shared/site.ts';
import Drawing from './org-chart.svg?react';

/** Draws two founders over four roles that are not open yet. The roles are dashed, and one is marked. */
export function OrgChart() {
  return (
    <svg viewBox="0 0 384 216" aria-hidden="true">
      <Drawing />
      {founders.map(({ name }, index) => (
        <text
          className="fill-ink! font-medium font-serif"
          key={name}
          x={index ? 264 : 120.5}
          y="64"
          textAnchor="middle"
        >
          {name}
        </text>
      ))}
    </svg>
  );
}
