import { parseMarkedText } from '../../ui/notation.ts';
import type { Look } from '../sample/looks.ts';
import { type SampleSlide, sayings, sourceNote } from '../sample/slides.ts';
import { Canvas } from './canvas.ts';
import { lineBreak, paragraph, run, type TextStyle } from './drawing.ts';
import { exhibits } from './exhibits/index.ts';
import { disclaimer, noteSize, slideNumber } from './master.ts';
import type { TableCell } from './table.ts';
import { letterWidth, lineCount, standInWidth } from './text-width.ts';
import { type ColorName, onKeyColor } from './theme.ts';

/** Returns the runs of a title in its two lines. The marked part has the key colour behind it. */
function titleRuns(title: string, onKey: ColorName): string {
  const marked = { color: onKey, highlight: true, heading: 'inherit' } as const;
  const lines = parseMarkedText(title).map((parts) =>
    parts.map(({ text, isMarked }) => (isMarked ? run(text, marked) : run(text))).join(''),
  );
  return lines.join(lineBreak);
}

const label: TextStyle = { size: 21.5, color: 'ink2' };

/** Draws the column at the right: the so-what, and its points under hairlines. */
function drawSide(canvas: Canvas, { soWhat }: SampleSlide, words: string, look: Look): void {
  const letter = letterWidth(look);
  const size = letter < 0.45 ? 29 : 26;
  const style = { size, color: 'ink', heading: true } as const;
  canvas.placeholder(
    'So what',
    'type="body" idx="1"',
    paragraph(run(soWhat.label, label)) + paragraph(run(words, style), { pitch: 36 }),
  );
  canvas.line(890, 225, 890, 651, { color: 'light' });
  const top = { color: 'light' } as const;
  const rows = soWhat.points.map((point) => {
    const lines = lineCount(point, 21.5, 310, 0.45);
    const text = paragraph(run(point, { size: 21.5, color: 'ink' }), { pitch: 28 });
    const cell: TableCell = { text, top, anchor: 't', padding: 8 };
    return { height: 16 + lines * 28, cells: [cell] };
  });
  const y = 227 + 28 + lineCount(words, size, 308, standInWidth(look)) * 36 + 22;
  canvas.table('Points', { x: 918, y }, { columns: [310], rows }, 'Points of the so-what');
}

/** Draws the decision of slide 8 under the exhibit. */
function drawDecision(canvas: Canvas, { soWhat }: SampleSlide, words: string, look: Look): void {
  const box = { x: 52, y: 615, width: 1176, height: 40 };
  // One line, beside the label.
  const size = Math.min(26, 1030 / (words.length * letterWidth(look)));
  const style = { size, color: 'ink', heading: true } as const;
  const text = run(`${soWhat.label}     `, label) + run(words, style);
  canvas.placeholder('Decision', 'type="body" idx="1"', paragraph(text, { pitch: 36 }), box);
}

/** Draws a slide: tracker, title, exhibit, so-what, note and number. @param wording the place of the chosen wording. */
export function drawSlide(slide: SampleSlide, wording: number | undefined, look: Look): Canvas {
  const { title, soWhat } = sayings(slide, wording);
  const { number, tracker, exhibit } = slide;
  const onKey = onKeyColor(look);
  const canvas = new Canvas();
  canvas.placeholder('Title', 'type="title"', paragraph(titleRuns(title, onKey)));
  canvas.text('Tracker', { x: 52, y: 41, width: 600, height: 28 }, paragraph(run(tracker, label)));
  if (exhibit) {
    const heading =
      run(`${exhibit.title}, `, { size: 21.5, bold: true, color: 'ink' }) +
      run(exhibit.unit, label);
    canvas.text('Heading', { x: 52, y: 227, width: 790, height: 28 }, paragraph(heading));
  }
  exhibits[number]?.(canvas, slide, onKey);
  if (exhibit) drawSide(canvas, slide, soWhat, look);
  else drawDecision(canvas, slide, soWhat, look);
  const note = sourceNote(slide).replace('|', '');
  const noteStyle = { size: noteSize, color: 'ink2' } as const;
  canvas.text('Source', { x: 52, y: 664, width: 640, height: 28 }, paragraph(run(note, noteStyle)));
  canvas.placeholder('Footer', 'type="ftr" sz="quarter" idx="10"', paragraph(run(disclaimer)));
  canvas.placeholder('Slide number', 'type="sldNum" sz="quarter" idx="11"', slideNumber(number));
  return canvas;
}
