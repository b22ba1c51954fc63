/**
 * The deck in small: two title lines and, per class, one path (212 × 119 units): `i`, `m`, `l` ink, mid and
 * light fill; `k` key fill with a line, `p` without; `x` line; `d` dashed; `b` bold; `s` small text;
 * `g` grey; `t` thin; `n` full and `o` open dots.
 */
const deck: readonly [title: string, ...parts: (readonly [kind: string, path: string])[]][] = [
  [
    'Network cost has grown faster|than volume since FY23',
    ['g', 'M21 87l27.5-2.3 25-4 31-1.2 27.5-3M19 100h115.5'],
    ['b', 'M21 84.7l27.5-4 25-10.7 31-9.2 27.5-11.8M148 52h40'],
    ['s', 'M148 59h47M148 64.5h40M148 75h44M148 80h34'],
  ],
  [
    'Nine hubs now do|the work of five',
    [
      'i',
      'M23 53h12v47h-12zM42 57h12v43h-12zM61 59.5h12v40.5h-12zM80 62.5h12v37.5h-12zM99 63.5h12v36.5h-12z',
    ],
    ['l', 'M118 80.5h12v19.5h-12zM137 83.5h12v16.5h-12zM156 86h12v14h-12zM175 88.5h12v11.5h-12z'],
    ['g', 'M19 100h173'],
    ['d', 'M19 68.5h172'],
  ],
  [
    'Four under-filled hubs carry|most of the margin gap',
    ['k', 'M45 47.7h111v5.3h-111zM45 55.9h92v5.3h-92zM45 64.1h80.5v5.3h-80.5zM45 72.3h69v5.3h-69z'],
    ['l', 'M45 80.5h26v5.3h-26zM45 88.7h18v5.3h-18zM45 96.9h12v5.3h-12z'],
    ['t', 'M45 45v58.5'],
    [
      'b',
      'M18.5 50.3h19M18.5 58.5h16M18.5 66.7h13M18.5 74.9h19M18.5 83.1h16M18.5 91.3h13M18.5 99.5h19',
    ],
  ],
  [
    'Moving from nine hubs to five|restores 4.2 points of margin',
    ['i', 'M23 76.5h13v23.5h-13zM115 56.5h13v43.5h-13z'],
    ['k', 'M41 65h13.5v12h-13.5z'],
    ['m', 'M78.5 62h12.5v7.5h-12.5zM96.5 56.5h13v5.5h-13z'],
    ['x', 'M60 65h12.5v5.7h-12.5z'],
    ['s', 'M152 70h42M152 76.5h36M152 82.5h39'],
    ['b', 'M152 51.5h39M152 58.5h34'],
    ['g', 'M19 100h115M145 46v54'],
  ],
  [
    'Next-day cover holds in every|region at five hubs',
    ['t', 'M19 62h174M19 74.7h174M19 87h174M19 99.5h174'],
    ['b', 'M19 55.5h32M19 68h28M19 80.5h24M19 93h20'],
    ['n', 'M76.5 55.5h106.2M76.5 68h106.2M76.5 80.5h106.2M76.5 93h106.2'],
    ['o', 'M156 68h26.7M182.5 93h.2'],
  ],
  [
    'The move pays back|within two years',
    ['p', 'M121 76.6C140 65 160 52 190 48.5v28.1z'],
    ['t', 'M18.5 45v58M18.5 76.6h173.5'],
    ['b', 'M21 76.6C40 80 52 96 75 96S105 86 121 76.6 160 52 190 48.5'],
    ['i', 'M117.5 76.6a3.5 3.5 0 1 1 7 0 3.5 3.5 0 1 1-7 0z'],
  ],
  [
    'Closing the North hubs first|limits service risk',
    ['t', 'M58 45v56M91 45v56M124 45v56M157 45v56M190 45v56'],
    ['k', 'M58 49.5h39.5v6h-39.5z'],
    ['m', 'M73.5 60h52.5v6h-52.5zM103 70.5h45v6h-45z'],
    ['l', 'M121 81h55.5v6h-55.5zM137 91.7h53v6h-53z'],
    ['b', 'M18.5 52.6h29.5M18.5 63h21.5M18.5 73.6h28.5M18.5 84h21.5M18.5 94.7h28.5'],
  ],
  [
    'Decision needed: approve|the five-hub plan',
    [
      'g',
      'M19.5 49.7h51v49.7h-51zM80 49.7h51v49.7h-51zM26 68.5h40M26 75h33M26 81h36M86.5 68.5h40M86.5 75h33M86.5 81h36M147 68.5h40M147 75h33M147 81h36',
    ],
    ['k', 'M145 89.5l40-1.5.5 6-40 1.5z'],
    ['b', 'M140.5 49.7h51.5v49.7h-51.5zM26 58.5h28M86.5 58.5h28M147 58.5h28'],
  ],
];

/** The eight slides: a film strip under the desk in Draft, a sorter in Deliver. */
export function Miniatures() {
  return (
    <div className="minis">
      {deck.map(([title, ...parts], index) => (
        <div key={title}>
          <svg aria-hidden="true" viewBox="0 0 212 119">
            {title.split('|').map((line, row) => (
              <text key={line} x="13" y={20.5 + row * 13}>
                {line}
              </text>
            ))}
            <path className="m-t" d="M13 40.5h185M13 111.5h61M190 111.5h8" />
            {parts.map(([kind, path]) => (
              <path key={kind} className={`m-${kind}`} d={path} />
            ))}
          </svg>
          {index + 1}
        </div>
      ))}
      <div className="add-slide">Add slide</div>
    </div>
  );
}
