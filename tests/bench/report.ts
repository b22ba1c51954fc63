import { isReached, type Line } from './targets.ts';

const verdict = (line: Line): string => {
  if (line.bound === null) return '';
  const sign = line.bound.kind === 'at least' ? '≥' : '≤';
  return `${sign} ${line.bound.value} ${isReached(line) ? 'reached' : 'MISSED'}`;
};

/** The figures as a Markdown table. */
export function table(lines: readonly Line[]): string {
  const rows = lines.map(
    (line) =>
      `| ${line.measure} | ${line.ours} | ${line.yardstick} | ${line.ratio} | ${verdict(line)} |`,
  );
  return [
    '| measure | ours | yardstick | ratio | must be |',
    '|---|---|---|---|---|',
    ...rows,
  ].join('\n');
}

const escapeText = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** The ratios as bars, with a mark where each has to be. */
export function chart(lines: readonly Line[]): string {
  const shown = lines.filter((line) => line.bound !== null);
  const [left, width, step] = [380, 380, 28];
  const longest = Math.max(...shown.map((line) => Math.max(line.ratio, line.bound?.value ?? 0)));
  const scale = (ratio: number): number => Math.round((ratio / longest) * width);
  const bars = shown.map((line, index) => {
    const y = index * step + 12;
    const mark = left + scale(line.bound?.value ?? 0);
    return `<text x="${left - 12}" y="${y + 13}" text-anchor="end">${escapeText(line.measure)}</text>
<rect x="${left}" y="${y}" width="${scale(line.ratio)}" height="18" fill="${isReached(line) ? '#76828e' : '#a3261b'}"/>
<path d="M${mark} ${y - 4}v26" stroke="#16202b" stroke-width="2"/>
<text x="${left + Math.max(scale(line.ratio), scale(line.bound?.value ?? 0)) + 8}" y="${y + 13}">${line.ratio}</text>`;
  });
  const height = shown.length * step + 20;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 860 ${height}" font-family="sans-serif" font-size="12">
<rect width="860" height="${height}" fill="#fff"/>
${bars.join('\n')}
</svg>
`;
}
