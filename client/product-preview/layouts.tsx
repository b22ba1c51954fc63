import { engagement } from './engagement.ts';

/** The template's six layouts (96 × 54 units); class as in the miniatures. */
const drawings: readonly (readonly [kind: string, path: string])[][] = [
  [
    ['y', 'M9 23h51'],
    ['s', 'M9 31.5h33'],
    ['g', 'M0 45h96v9H0z'],
  ],
  [
    ['y', 'M42 26.5h39'],
    ['g', 'M0 0h33v54H0z'],
  ],
  [
    ['y', 'M8 9h60'],
    ['l', 'M8 17.5h51V47H8zM65 17.5h24V47H65z'],
  ],
  [
    ['y', 'M8 9h54'],
    ['l', 'M8 17.5h38V47H8zM51 17.5h38V47H51z'],
  ],
  [
    ['y', 'M8 9h45'],
    ['t', 'M8 19.5h81M8 28h81M8 37h81M8 46h81M35 19.5V46M62 19.5V46'],
  ],
  [['w', 'M9 26.5h45']],
];

/** The layouts, with their names where there is room to read them. */
export function Layouts({ named = false }: { named?: boolean }) {
  return (
    <div className="layouts">
      {drawings.map((parts, index) => (
        <div key={engagement.template.layouts[index]}>
          <svg aria-hidden="true" viewBox="0 0 96 54">
            {parts.map(([kind, path]) => (
              <path key={kind} className={`l-${kind}`} d={path} />
            ))}
          </svg>
          {named && engagement.template.layouts[index]}
        </div>
      ))}
    </div>
  );
}
