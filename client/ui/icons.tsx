/** The path of each icon, on a grid of 24 units. icons.css sets stroke and size. */
const lines = {
  upload: 'M3 15v6h18v-6M12 15V3M7 8l5-5 5 5',
  draft: 'M3 6h15M3 12h18M3 18h9M15.5 15.5v6',
  deliver: 'M2 3h20v15H2zM12 7v10M7.5 13l4.5 4.5 4.5-4.5M7 21.5h10',
  document: 'M5 2h9.5L19 6.5V22H5zM14.5 2v4.5H19M8.5 11h7M8.5 14.5h7M8.5 18h4',
  template: 'M2 4h20v15.5H2zM2 9h20M11 9v10.5',
  mail: 'M2 5h20v15H2zM2.5 5.5 12 14l9.5-8.5',
  badge:
    'M12 2.2a7.3 7.3 0 1 0 0 14.6 7.3 7.3 0 0 0 0-14.6zM8.5 9.5l2.5 2.5 4.5-4.5M7 15.5V22l5-2.5 5 2.5v-6.5',
  'arrow-right': 'M3.5 12H20M13.5 5.5 20 12l-6.5 6.5',
  'arrow-left': 'M20.5 12H4M10.5 5.5 4 12l6.5 6.5',
  download: 'M12 3v14.5M5.5 11.5l6.5 6.5 6.5-6.5M4 21.5h16',
  tick: 'M4 12.5l5 5.5L20 6.5',
  close: 'M5 5l14 14M19 5 5 19',
  menu: 'M2 8h20M2 16h20',
  warning: 'M12 2.8 23 21.2H1zM12 9.5v5M12 17.7v.6',
  replay: 'M4 4.5V10h5.5M4.5 9.5a8.5 8.5 0 1 1-1 5',
  file: 'M5 2h9.5L19 6.5V22H5zM14.5 2v4.5H19M12 18.5v-8M8.8 13.2 12 10l3.2 3.2',
  shield: 'M12 2l9 3.2v7c0 5-3.8 8.3-9 9.8-5.2-1.5-9-4.8-9-9.8v-7z',
} as const;

/** The stroke of the pen behind three icons. The dark theme omits it. */
const passes: Partial<Record<IconName, string>> = {
  upload: 'M2.5 17.3l19-.6v5h-19z',
  draft: 'M3 3.6l15.5-.5v5L3 8.7z',
  deliver: 'M2 14.8l20-.7v4.5H2z',
};

export type IconName = keyof typeof lines;

/** Renders a decorative icon in the colour of the text, 1.5em square unless a class sets another size. */
export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  const pass = passes[name];
  return (
    <svg className={`icon icon-${name} ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
      {pass && <path className="icon-pen" d={pass} />}
      <path d={lines[name]} />
    </svg>
  );
}
