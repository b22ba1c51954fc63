import type { OptionsExhibit } from '../../content.ts';
import type { Box } from '../../description.ts';
import { breakLines, textWidth } from '../../measure-text.ts';
import type { Canvas } from '../canvas.ts';
import { line, paragraph, run, type Stroke } from '../drawing.ts';
import {
  type Draw,
  keyLabel,
  keyLabelHeight,
  linePitch,
  type Pen,
  stylesOf,
  widthOf,
} from './style.ts';

type Card = OptionsExhibit['cards'][number];

/** The size of a figure in parts of the text's: at most, and at least beside its label. */
const [largestFigure, leastFigure] = [2.2, 1];

/** What all cards have in common. Lengths are in points. */
type Look = ReturnType<typeof lookIn>;

/**
 * Low cards leave out their details, and very low ones their rows. Cards stand below each other in a narrow area, with the rows
 * beside the name. Figures become smaller before they leave out their label.
 */
function lookIn(box: Box, { cards, figureLabel }: OptionsExhibit, pen: Pen) {
  const { size, body, heading } = pen;
  const isStacked = box.width < size * 34 || box.height > size * 26;
  const gap = size * (isStacked ? 0.7 : 1.1);
  const [across, down] = isStacked ? [1, cards.length] : [cards.length, 1];
  const width = (box.width - gap * (across - 1)) / across;
  const room = Math.min(size * (isStacked ? 12 : 17), (box.height - gap * (down - 1)) / down);
  const hasDetail = room >= size * (isStacked ? 8 : 13);
  // The label "Recommended" stands in a card with details or beside rows, else on top of the card.
  const tab = hasDetail || isStacked ? 0 : size * keyLabelHeight;
  const height = room - tab;
  const pad = Math.min(size, width * 0.05);
  const inside = isStacked ? (width - 3 * pad) * 0.55 : width - 2 * pad;
  const details = cards.map(({ detail }) => breakLines(detail, size, inside, body.face).length);
  const figures = cards.map(({ figure }) => textWidth(`${figure}  `, size, heading.face));
  const fitting = (inside - widthOf(figureLabel, pen)) / Math.max(...figures);
  const hasLabel = fitting >= leastFigure;
  return {
    isStacked,
    gap,
    tab,
    width,
    height,
    pad,
    inside,
    lines: hasDetail ? Math.max(...details) : 0,
    hasRows: height >= size * (isStacked ? 5.5 : 9),
    figureSize: hasLabel ? Math.min(largestFigure, fitting) : largestFigure,
    figureLabel: hasLabel ? figureLabel : '',
  };
}

/** Draws key and name of a card, and its detail. */
function drawName(canvas: Canvas, { key, name, detail }: Card, at: Box, lines: number, pen: Pen) {
  const { size } = pen;
  const { quiet, large } = stylesOf(pen);
  canvas.text(
    `Option ${key}: name`,
    { ...at, height: size * (linePitch * (1 + lines) + 1.9) },
    lines > 0
      ? line(key, quiet) +
          line(name, large(1.4), { before: size * 0.1 }) +
          line(detail, quiet, { before: size * 0.2 })
      : paragraph(run(`${key}  `, quiet) + run(name, large(1.2))),
  );
}

/** Draws the rows of a card as a table. */
function drawRows(canvas: Canvas, { key, name, rows }: Card, at: Box, pen: Pen) {
  const { bold, quiet, hairline } = stylesOf(pen);
  const values = Math.max(...rows.map(([, value]) => widthOf(value, pen, true))) + pen.size;
  canvas.table(
    `Option ${key}: cost and target`,
    at,
    {
      columns: [at.width - values, values],
      rows: rows.map(([label, value]) => ({
        height: at.height / rows.length,
        cells: [
          { text: line(label, quiet), top: hairline },
          { text: line(value, bold, { align: 'r' }), top: hairline },
        ],
      })),
    },
    `${name}: ${rows.map((row) => row.join(' ')).join(', ')}`,
  );
}

/** Draws a card. @param recommended the label of the recommended card; undefined for another card. */
function drawCard(
  canvas: Canvas,
  card: Card,
  { x, y }: Pick<Box, 'x' | 'y'>,
  look: Look,
  recommended: string | undefined,
  pen: Pen,
): void {
  const { tones, size } = pen;
  const { quiet, large, midEdge } = stylesOf(pen);
  const { isStacked, tab, width, height, pad, lines, hasRows } = look;
  const inside = { x: x + pad, width: look.inside };
  const edge: Stroke = recommended ? { tone: tones.ink, width: size / 7 } : midEdge;
  canvas.shape({ name: `Option ${card.key}`, x, y, width, height, line: edge });
  drawName(canvas, card, { ...inside, y: y + pad * 0.8, height: 0 }, lines, pen);
  if (recommended) {
    const labelY = tab > 0 ? y - tab : y + pad * 0.4;
    keyLabel(canvas, 'Recommended', recommended, x + width - (tab > 0 ? 0 : pad), labelY, pen);
  }
  const rowHeight = Math.min(
    size * 2.1,
    (height - size * (6.6 + lines * linePitch)) / (isStacked ? 1 : 2),
  );
  const tableHeight = hasRows ? Math.max(size * 1.5, rowHeight) * card.rows.length : 0;
  const tableY = y + height - pad * 0.6 - tableHeight;
  const figureY = isStacked ? y + height - pad * 0.6 - size * 2.8 : tableY - size * 3;
  canvas.text(
    `Option ${card.key}: figure`,
    { ...inside, y: figureY, height: size * 2.8 },
    paragraph(run(`${card.figure}  `, large(look.figureSize)) + run(look.figureLabel, quiet)),
    'b',
  );
  if (!hasRows) return;
  const right = isStacked
    ? { x: inside.x + inside.width + pad, width: width - inside.width - 3 * pad }
    : inside;
  drawRows(canvas, card, { ...right, y: tableY, height: tableHeight }, pen);
}

/** Draws cards to choose between, with a frame in ink around the last. */
export const drawOptions: Draw<'options'> = (canvas, box, exhibit, _alt, pen) => {
  const { cards, recommended } = exhibit;
  const look = lookIn(box, exhibit, pen);
  const { isStacked, gap, tab, width, height } = look;
  for (const [at, card] of cards.entries()) {
    const place = {
      x: box.x + (isStacked ? 0 : at * (width + gap)),
      y: box.y + tab + (isStacked ? at * (height + gap) : 0),
    };
    const isLast = at === cards.length - 1;
    drawCard(canvas, card, place, look, isLast ? recommended : undefined, pen);
  }
};
