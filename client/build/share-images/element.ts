import { type CSSProperties, createElement, type ReactNode } from 'react';

/** A box at a fixed place of the picture; satori lays out nothing else here. */
export const box = (style: CSSProperties, ...children: ReactNode[]): ReactNode =>
  createElement(
    'div',
    { style: { display: 'flex', boxSizing: 'border-box', position: 'absolute', ...style } },
    ...children,
  );

export interface Lettering {
  /** Left edge, right edge or middle of the text, in pixels. */
  x: number;
  align?: 'left' | 'right' | 'center';
  /** Where the letters stand, in pixels from the top. */
  baseline: number;
  size: number;
  face: 'STIX' | 'Instrument';
  weight: number;
  color: string;
  tracking?: number;
}

/** Where a face's baseline falls in a line as high as its size: (1 + ascent - descent) / 2, in em. */
const baselineShare = { STIX: 0.7625, Instrument: 0.86 } as const;

/** Wide enough for any line of the picture. */
const lineWidth = 800;

/** One line of text, placed by its baseline. */
export function line(text: string, at: Lettering, style: CSSProperties = {}): ReactNode {
  const align = at.align ?? 'left';
  const left = { left: at.x, right: at.x - lineWidth, center: at.x - lineWidth / 2 }[align];
  return box(
    {
      left,
      top: at.baseline - baselineShare[at.face] * at.size,
      width: lineWidth,
      justifyContent: { left: 'flex-start', right: 'flex-end', center: 'center' }[align],
      fontFamily: at.face,
      fontSize: at.size,
      fontWeight: at.weight,
      color: at.color,
      lineHeight: 1,
      letterSpacing: (at.tracking ?? 0) * at.size,
      whiteSpace: 'pre',
    },
    createElement('span', { style }, text),
  );
}

/** A drawing that covers the box it is given. */
export const drawing = (
  svg: string,
  at: { left: number; top: number; width: number; height: number },
): ReactNode =>
  createElement('img', {
    src: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    width: at.width,
    height: at.height,
    style: { position: 'absolute', ...at },
  });
