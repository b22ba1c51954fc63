import { founders } from '../../shared/site.ts';
import { Drawing } from './drawing.tsx';

const roles = [48, 144, 240, 336];
const marked = 240;

/** Two founders over four roles still to be opened, drawn dashed; one is marked. */
export function OrgChart() {
  return (
    <Drawing>
      <path d="M57.5 39h126v42h-126zM201 39h126v42H201z" />
      {founders.map((founder, index) => (
        <text
          className="d-serif d-role"
          key={founder.title}
          x={index ? 264 : 120.5}
          y="64"
          textAnchor="middle"
        >
          {founder.name}
        </text>
      ))}
      <path
        className="d-thin"
        d={`M120.5 81v29M264 81v29M48 110h288${roles.map((x) => `M${x} 110v27`).join('')}`}
      />
      <path className="d-pen" d="M199 136.2l84-3.1.8 41.3-83.2 2.5z" />
      {roles.map((x) => (
        <g key={x} className={x === marked ? 'd-over' : 'd-open'}>
          <path className="d-dashed" d={`M${x - 38} 137h76v36h-76z`} />
          <path d={`M${x} 149.5v11M${x - 5.5} 155h11`} />
        </g>
      ))}
    </Drawing>
  );
}
