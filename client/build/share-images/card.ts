import type { ReactNode } from 'react';
import { shareImageSize } from '../../../shared/head.ts';
import type { ShareImage } from '../../../shared/pages.ts';
import { site } from '../../../shared/site.ts';
import { box, drawing, line } from './element.ts';
import { palette } from './palette.ts';
import { slide } from './slide.ts';
import { mark, penStroke } from './strokes.ts';

const left = 69.5;
/** The set lines, 79 pixels apart, stand around the middle of the slide. */
const lettering = { size: 80, pitch: 79, middle: 309 };

const baseline = (image: ShareImage, index: number): number =>
  lettering.middle + (index + 0.892 - image.lines.length / 2) * lettering.pitch;

/** Which line the pen marks. */
const markedLine = 1;

const serif = { face: 'STIX', x: left, color: palette.ink } as const;

const titleLine = (image: ShareImage, index: number, text: string): ReactNode => {
  const at = {
    ...serif,
    baseline: baseline(image, index),
    size: lettering.size,
    weight: 400,
    tracking: -0.036,
  };
  if (index !== markedLine) return line(text, at);
  const pen = `data:image/svg+xml;base64,${Buffer.from(penStroke).toString('base64')}`;
  return line(text, at, {
    backgroundImage: `url(${pen})`,
    backgroundSize: '100% 100%',
    margin: '-8px -10px',
    padding: '8px 10px',
  });
};

/** One page's picture: the mark, its title with the pen's phrase, its note, and the drawn slide. */
export function card(image: ShareImage): ReactNode {
  const words = image.lines.map((text, index) => titleLine(image, index, text));
  // The pen lies under its neighbours' letters, so its line comes first.
  const marked = words.splice(markedLine, 1);
  return box(
    { ...shareImageSize, position: 'relative', backgroundColor: palette.paper },
    drawing(mark, { left: 67.7, top: 63.7, width: 48, height: 32 }),
    line(site.name, { ...serif, x: 126, baseline: 88, size: 30, weight: 500, tracking: -0.022 }),
    ...marked,
    ...words,
    line(image.note, {
      face: 'Instrument',
      x: 72,
      baseline: 563,
      size: 24,
      weight: 400,
      color: palette.ink2,
    }),
    ...slide(),
  );
}
