import type { OptionsExhibit } from '../../content.ts';
import type { Box } from '../../description.ts';
import { breakLines, textWidth } from '../../measure-text.ts';
import type { Canvas } from '../canvas.ts';
import { line, paragraph, run, type Stroke } from '../drawing.ts';
import { type Draw, keyLabel, linePitch, type Pen, stylesOf, widthOf } from './style.ts';

type Card = OptionsExhibit['cards'][number];

/** Draws key and name of a card, and the detail in so many lines. */
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

/** Draws the figure of a card, with its label where there is room for the label. */
function drawFigure(canvas: Canvas, { key, figure }: Card, label: string, at: Box, pen: Pen) {
  const { quiet, large } = stylesOf(pen);
  const style = large(2.2);
  const width = textWidth(figure, style.size, pen.heading.face) + widthOf(`  ${label}`, pen);
  const words = run(`${figure}  `, style) + (width <= at.width ? run(label, quiet) : '');
  canvas.text(`Option ${key}: figure`, at, paragraph(words), 'b');
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

/**
 * Draws a card. A low card leaves out the detail, and a very low one its rows. The description of the card has the detail and the rows.
 * @param isStacked true: the rows stand beside the name. False: they stand below it.
 * @param recommended the label of the recommended card; undefined for another card.
 */
function drawCard(
  canvas: Canvas,
  card: Card,
  box: Box,
  {
    isStacked,
    figureLabel,
    recommended,
  }: {
    isStacked: boolean;
    figureLabel: string;
    recommended: string | undefined;
  },
  pen: Pen,
): void {
  const { tones, size } = pen;
  const { x, y, width, height } = box;
  const pad = Math.min(size, width * 0.05);
  const half = isStacked ? (width - 3 * pad) * 0.55 : width - 2 * pad;
  const inside = { x: x + pad, width: half };
  const edge: Stroke = recommended ? { tone: tones.ink, width: size / 7 } : stylesOf(pen).midEdge;
  canvas.shape({ name: `Option ${card.key}`, ...box, line: edge });
  const rowsOfText = height / size;
  const hasDetail = rowsOfText >= (isStacked ? 8 : 13);
  const hasRows = rowsOfText >= (isStacked ? 4 : 9);
  const lines = hasDetail ? breakLines(card.detail, size, half, pen.body.face).length : 0;
  drawName(canvas, card, { ...inside, y: y + pad * 0.8, height: 0 }, lines, pen);
  if (recommended) {
    // Beside the letter and over the name, else over the edge of a card whose name stands beside the letter.
    const labelY = hasDetail ? y + pad * 0.4 : y - size * 0.7;
    keyLabel(canvas, 'Recommended', recommended, x + width - pad, labelY, pen);
  }
  const rowHeight = Math.min(
    size * 2.1,
    (height - size * (6.6 + lines * linePitch)) / (isStacked ? 1 : 2),
  );
  const tableHeight = hasRows ? Math.max(size * 1.5, rowHeight) * card.rows.length : 0;
  const tableY = y + height - pad * 0.6 - tableHeight;
  const figureY = isStacked ? y + height - pad * 0.6 - size * 2.8 : tableY - size * 3;
  drawFigure(canvas, card, figureLabel, { ...inside, y: figureY, height: size * 2.8 }, pen);
  if (!hasRows) return;
  const right = isStacked ? { x: inside.x + half + pad, width: width - half - 3 * pad } : inside;
  drawRows(canvas, card, { ...right, y: tableY, height: tableHeight }, pen);
}

/** Draws cards to choose between, with a frame in ink around the last. Cards stand below each other in a narrow area. */
export const drawOptions: Draw<'options'> = (
  canvas,
  box,
  { cards, figureLabel, recommended },
  _alt,
  pen,
) => {
  const { size } = pen;
  const isStacked = box.width < size * 34 || box.height > size * 26;
  const gap = size * (isStacked ? 0.7 : 1.1);
  const [across, down] = isStacked ? [1, cards.length] : [cards.length, 1];
  const width = (box.width - gap * (across - 1)) / across;
  const height = Math.min(size * (isStacked ? 12 : 17), (box.height - gap * (down - 1)) / down);
  for (const [at, card] of cards.entries()) {
    const place = {
      x: box.x + (isStacked ? 0 : at * (width + gap)),
      y: box.y + (isStacked ? at * (height + gap) : 0),
      width,
      height,
    };
    const isLast = at === cards.length - 1;
    const look = { isStacked, figureLabel, recommended: isLast ? recommended : undefined };
    drawCard(canvas, card, place, look, pen);
  }
};
