import { options } from '../../sample/figures.ts';
import { optionLabels } from '../../sample/slides.ts';
import { paragraph, run, type Stroke } from '../drawing.ts';
import { bold, type Exhibit, hairline, ink, line, quiet } from './style.ts';

export const threeOptions: Exhibit = (canvas, _slide, onKey) => {
  for (const [at, option] of options.entries()) {
    const isLast = at === options.length - 1;
    const [x, width] = [52 + at * 400, 376];
    const inside = { x: x + 21, width: width - 43 };
    const edge: Stroke = isLast ? { color: 'ink', width: 3 } : { color: 'mid' };
    canvas.shape({ name: `Option ${option.key}`, x, y: 225, width, height: 363, line: edge });
    const title = { size: 31, color: 'ink', heading: true } as const;
    canvas.text(
      `Option ${option.key}: name`,
      { ...inside, y: 243, height: 100 },
      line(option.key, quiet, { pitch: 28 }) +
        line(option.name, title, { pitch: 38 }) +
        line(option.closes, quiet, { pitch: 36 }),
    );
    if (isLast) {
      const words = line(optionLabels.recommended, { ...bold, color: onKey }, { align: 'ctr' });
      const box = { x: 1030, y: 241, width: 177, height: 33 };
      canvas.shape({ name: 'Recommended', ...box, fill: 'key', line: ink, text: words });
    }
    canvas.text(
      `Option ${option.key}: margin`,
      { ...inside, y: 410, height: 66 },
      paragraph(
        run(`${option.margin}  `, { size: 50, color: 'ink', heading: true }) +
          run(optionLabels.margin, quiet),
      ),
      'b',
    );
    const row = (label: string, value: string) => ({
      height: 45.5,
      cells: [
        { text: line(label, quiet), top: hairline },
        { text: line(value, bold, { align: 'r' }), top: hairline },
      ],
    });
    canvas.table(
      `Option ${option.key}: cost and target`,
      { x: inside.x, y: 483 },
      {
        columns: [inside.width - 110, 110],
        rows: [
          row(optionLabels.cost, option.cost),
          row(optionLabels.target, isLast ? optionLabels.met : optionLabels.missed),
        ],
      },
      `${option.name}: cost and target`,
    );
  }
  canvas.line(52, 609, 1228, 609, ink);
};
