import type { FittedTitle } from '../../deck/index.ts';
import type { Described } from '../reader/messages.ts';
import { textWidth } from './text-width.ts';

/** How much larger a title may be on a small slide, compared with its share of the slide. */
const largest = 1.36;

/**
 * Returns how much larger a title can be so that its lines stay inside the title's place: on a small slide, and on any other.
 * A title is smaller where the device shows it in a wider typeface.
 */
export function titleFactors(
  { title, width, height }: Described,
  { lines, size }: FittedTitle,
): { small: number; other: number } {
  const font = `${title.isBold ? 700 : 400} ${size}px "${title.typeface}", "Instrument Sans", sans-serif`;
  const shown = title.isUppercase ? lines.map((line) => line.toUpperCase()) : lines;
  const widths = shown.flatMap((line) => textWidth(line, font) ?? []);
  if (widths.length === 0) return { small: 1, other: 1 };
  const longest = Math.max(...widths);
  const room = Math.min(
    (title.inside.width * width) / longest,
    (title.inside.height * height) / (lines.length * size * 1.2 * title.lineSpacing),
  );
  return { small: Math.min(largest, room), other: Math.min(1, room) };
}
