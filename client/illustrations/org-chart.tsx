import { founders } from '../../shared/site.ts';

const roles = [48, 144, 240, 336];
const marked = 240;

/** Two founders over four roles still to be opened, drawn dashed; one is marked. */
export function OrgChart() {
  return (
    <svg viewBox="0 0 384 216" aria-hidden="true">
      <path d="M57.5 39h126v42h-126zM201 39h126v42H201z" />
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
      <path
        className="stroke-edge"
        strokeWidth=".9"
        d={`M120.5 81v29M264 81v29M48 110h288${roles.map((x) => `M${x} 110v27`).join('')}`}
      />
      {roles.map((x) => (
        <g className={x === marked ? 'stroke-on-marker' : 'stroke-ink-3'} key={x}>
          <path
            className={x === marked ? 'fill-marker' : ''}
            strokeDasharray="3 3"
            d={`M${x - 38} 137h76v36h-76z`}
          />
          <path d={`M${x} 149.5v11M${x - 5.5} 155h11`} />
        </g>
      ))}
    </svg>
  );
}
