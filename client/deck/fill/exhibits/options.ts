import { breakLines, textWidth } from '../../measure-text.ts';
import { line, paragraph, run, type Stroke } from '../drawing.ts';
import { type Draw, keyLabel, linePitch, stylesOf, widthOf } from './style.ts';

/** Draws cards to choose between, with a frame in ink around the last. Cards stand below each other in a narrow area. */
export const drawOptions: Draw<'options'> = (
  canvas,
  box,
  { cards, figureLabel, recommended },
  _alt,
  pen,
) => {
  const { tones, size } = pen;
  const { bold, quiet, large, hairline, midEdge } = stylesOf(pen);
  const isTall = box.height > box.width * 0.9;
  const isStacked = box.width < size * (isTall ? 46 : 34);
  const gap = size * (isStacked ? 0.7 : 1.1);
  const [across, down] = isStacked ? [1, cards.length] : [cards.length, 1];
  const width = (box.width - gap * (across - 1)) / across;
  const height = Math.min(size * (isStacked ? 9 : 17), (box.height - gap * (down - 1)) / down);
  const pad = Math.min(size, width * 0.05);
  for (const [at, { key, name, detail, figure, rows }] of cards.entries()) {
    const isLast = at === cards.length - 1;
    const [x, y] = [
      box.x + (isStacked ? 0 : at * (width + gap)),
      box.y + (isStacked ? at * (height + gap) : 0),
    ];
    // Beside each other in a stacked card, below each other otherwise.
    const half = isStacked ? (width - 3 * pad) * 0.55 : width - 2 * pad;
    const inside = { x: x + pad, width: half };
    const edge: Stroke = isLast ? { tone: tones.ink, width: size / 7 } : midEdge;
    canvas.shape({ name: `Option ${key}`, x, y, width, height, line: edge });
    // A low card leaves out the detail, and a very low one its rows. The description of the card has them.
    const rowsOfText = height / size;
    const hasDetail = rowsOfText >= (isStacked ? 8 : 13);
    const hasRows = rowsOfText >= (isStacked ? 4 : 9);
    const lines = hasDetail ? breakLines(detail, size, half, pen.body.face).length : 0;
    const rowHeight = Math.min(
      size * 2.1,
      (height - size * (6.6 + lines * linePitch)) / (isStacked ? 1 : 2),
    );
    canvas.text(
      `Option ${key}: name`,
      { ...inside, y: y + pad * 0.8, height: size * (linePitch * (1 + lines) + 1.9) },
      hasDetail
        ? line(key, quiet) +
            line(name, large(1.4), { before: size * 0.1 }) +
            line(detail, quiet, { before: size * 0.2 })
        : paragraph(run(`${key}  `, quiet) + run(name, large(1.2))),
    );
    if (isLast) {
      // Beside the letter and over the name, else over the edge of a card whose name stands beside the letter.
      const labelY = hasDetail ? y + pad * 0.4 : y - size * 0.7;
      keyLabel(canvas, 'Recommended', recommended, x + width - pad, labelY, pen);
    }
    const tableHeight = hasRows ? Math.max(size * 1.5, rowHeight) * rows.length : 0;
    const right = isStacked ? { x: inside.x + half + pad, width: width - half - 3 * pad } : inside;
    const tableY = y + height - pad * 0.6 - tableHeight;
    const figureStyle = large(2.2);
    const figureY = isStacked ? y + height - pad * 0.6 - size * 2.8 : tableY - size * 3;
    const labelFits =
      textWidth(figure, figureStyle.size, pen.heading.face) + widthOf(`  ${figureLabel}`, pen) <=
      half;
    canvas.text(
      `Option ${key}: figure`,
      { ...inside, y: figureY, height: size * 2.8 },
      paragraph(run(`${figure}  `, figureStyle) + (labelFits ? run(figureLabel, quiet) : '')),
      'b',
    );
    if (!hasRows) continue;
    const values = Math.max(...rows.map(([, value]) => widthOf(value, pen, true))) + size;
    canvas.table(
      `Option ${key}: cost and target`,
      { x: right.x, y: tableY },
      {
        columns: [right.width - values, values],
        rows: rows.map(([label, value]) => ({
          height: tableHeight / rows.length,
          cells: [
            { text: line(label, quiet), top: hairline },
            { text: line(value, bold, { align: 'r' }), top: hairline },
          ],
        })),
      },
      `${name}: ${rows.map((row) => row.join(' ')).join(', ')}`,
    );
  }
};
