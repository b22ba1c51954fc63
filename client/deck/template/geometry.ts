import { type Element, elements, find, numberOf } from '../package/xml.ts';

/** Turns the outlines of shapes into SVG paths in a square from 0 to 1. */

type Point = [number, number];

const short = (value: number) => Number(value.toFixed(4));

const polygon = (...points: readonly (readonly [number, number])[]) =>
  `M${points.map(([x, y]) => `${short(x)} ${short(y)}`).join('L')}Z`;

/** Returns the parts of a shape's width and height that a part of its shorter side takes. */
function ofShorter(value: number, ratio: number): [x: number, y: number] {
  return ratio >= 1 ? [value / ratio, value] : [value, value * ratio];
}

/** Returns the points of a tip on the four sides of a rectangle: top, right, bottom, left. */
function tipOnSides([x, y]: Point): [string, string, string, string] {
  const [across, down] = [x - 0.5, y - 0.5];
  const isUpright = Math.abs(down) > Math.abs(across);
  const [near, far] = (isUpright ? across : down) > 0 ? [7 / 12, 10 / 12] : [2 / 12, 5 / 12];
  const draw = (...points: Point[]) =>
    points.map((point) => `L${point.map(short).join(' ')}`).join('');
  const tip: Point = [x, y];
  return [
    isUpright && down < 0 ? draw([near, 0], tip, [far, 0]) : '',
    !isUpright && across > 0 ? draw([1, near], tip, [1, far]) : '',
    isUpright && down > 0 ? draw([far, 1], tip, [near, 1]) : '',
    !isUpright && across <= 0 ? draw([0, far], tip, [0, near]) : '',
  ];
}

/**
 * Draws a rectangle whose corners have radii: top left, top right, bottom right, bottom left.
 * @param sides the paths of what interrupts a side, as the tip of a callout does: top, right, bottom, left.
 */
function rounded(
  radii: readonly [number, number, number, number],
  ratio: number,
  sides: readonly [string, string, string, string] = ['', '', '', ''],
): string {
  const arc = (at: 0 | 1 | 2 | 3, x: number, y: number) => {
    const [rx, ry] = ofShorter(radii[at], ratio).map(short);
    return radii[at] > 0 ? `A${rx} ${ry} 0 0 1 ${short(x)} ${short(y)}` : '';
  };
  const [[ax, ay], [bx, by], [cx, cy], [dx, dy]] = radii.map((radius) =>
    ofShorter(radius, ratio),
  ) as [[number, number], [number, number], [number, number], [number, number]];
  const [top, right, bottom, left] = sides;
  return `M${short(ax)} 0${top}L${short(1 - bx)} 0${arc(1, 1, by)}${right}L1 ${short(1 - cy)}${arc(2, 1 - cx, 1)}${bottom}L${short(dx)} 1${arc(3, 0, 1 - dy)}${left}L0 ${short(ay)}${arc(0, ax, 0)}Z`;
}

const ellipse = 'M0 .5A.5 .5 0 0 1 1 .5A.5 .5 0 0 1 0 .5Z';

/** Returns the value of a preset's handle. */
function handle(preset: Element, name: string, otherwise: number): number {
  const guide = elements(find(preset, 'avLst'), 'gd').find(
    ({ attributes }) => attributes.name === name,
  );
  const value = Number(guide?.attributes.fmla?.split(/\s+/)[1]);
  return (Number.isFinite(value) ? value : otherwise) / 100_000;
}

/** Returns the tip of a callout, which lies outside its box. */
const tipOf = (preset: Element): Point => [
  0.5 + handle(preset, 'adj1', -20_833),
  0.5 + handle(preset, 'adj2', 62_500),
];

/** Draws an ellipse with a tip. */
function ellipseWithTip([x, y]: Point): string {
  const toTip = Math.atan2(y - 0.5, x - 0.5);
  const halfWidth = (11 / 180) * Math.PI;
  const [from, to] = [toTip + halfWidth, toTip - halfWidth].map(
    (angle) => `${short(0.5 + Math.cos(angle) / 2)} ${short(0.5 + Math.sin(angle) / 2)}`,
  );
  return `M${from}A.5 .5 0 1 1 ${to}L${short(x)} ${short(y)}Z`;
}

/** Returns the path of a preset shape; undefined for one that is not drawn. @param ratio width over height. */
function presetPath(preset: Element, ratio: number): string | undefined {
  const adj = (otherwise: number, name = 'adj') =>
    Math.min(1, Math.max(0, handle(preset, name, otherwise)));
  switch (preset.attributes.prst) {
    case 'rect':
    case 'flowChartProcess':
      return 'M0 0L1 0L1 1L0 1Z';
    case 'line':
    case 'straightConnector1':
      return 'M0 0L1 1';
    case 'ellipse':
    case 'flowChartConnector':
      return ellipse;
    case 'roundRect':
    case 'flowChartAlternateProcess': {
      const radius = Math.min(0.5, adj(16_667));
      return rounded([radius, radius, radius, radius], ratio);
    }
    case 'round1Rect':
      return rounded([0, Math.min(0.5, adj(16_667)), 0, 0], ratio);
    case 'round2SameRect': {
      const [top, bottom] = [Math.min(0.5, adj(16_667, 'adj1')), Math.min(0.5, adj(0, 'adj2'))];
      return rounded([top, top, bottom, bottom], ratio);
    }
    case 'round2DiagRect': {
      const [one, other] = [Math.min(0.5, adj(16_667, 'adj1')), Math.min(0.5, adj(0, 'adj2'))];
      return rounded([one, other, one, other], ratio);
    }
    case 'snip1Rect': {
      const [x, y] = ofShorter(Math.min(0.5, adj(16_667)), ratio);
      return polygon([0, 0], [1 - x, 0], [1, y], [1, 1], [0, 1]);
    }
    case 'triangle':
    case 'flowChartExtract':
      return polygon([adj(50_000), 0], [1, 1], [0, 1]);
    case 'rtTriangle':
      return polygon([0, 0], [1, 1], [0, 1]);
    case 'diamond':
    case 'flowChartDecision':
      return polygon([0.5, 0], [1, 0.5], [0.5, 1], [0, 0.5]);
    case 'parallelogram': {
      const [x] = ofShorter(adj(25_000), ratio);
      return polygon([x, 0], [1, 0], [1 - x, 1], [0, 1]);
    }
    case 'trapezoid': {
      const [x] = ofShorter(adj(25_000), ratio);
      return polygon([x, 0], [1 - x, 0], [1, 1], [0, 1]);
    }
    case 'homePlate': {
      const [x] = ofShorter(adj(50_000), ratio);
      return polygon([0, 0], [1 - x, 0], [1, 0.5], [1 - x, 1], [0, 1]);
    }
    case 'chevron': {
      const [x] = ofShorter(adj(50_000), ratio);
      return polygon([0, 0], [1 - x, 0], [1, 0.5], [1 - x, 1], [0, 1], [x, 0.5]);
    }
    case 'frame': {
      const [x, y] = ofShorter(Math.min(0.5, adj(12_500, 'adj1')), ratio);
      const inner = polygon([x, y], [x, 1 - y], [1 - x, 1 - y], [1 - x, y]);
      return `${polygon([0, 0], [1, 0], [1, 1], [0, 1])}${inner}`;
    }
    case 'donut': {
      const [x, y] = ofShorter(Math.min(0.5, adj(25_000)), ratio);
      const radii = `${short(0.5 - x)} ${short(0.5 - y)}`;
      return `${ellipse}M${short(x)} .5A${radii} 0 0 0 ${short(1 - x)} .5A${radii} 0 0 0 ${short(x)} .5Z`;
    }
    case 'hexagon': {
      const [x] = ofShorter(adj(25_000), ratio);
      return polygon([x, 0], [1 - x, 0], [1, 0.5], [1 - x, 1], [x, 1], [0, 0.5]);
    }
    case 'wedgeRectCallout':
      return rounded([0, 0, 0, 0], ratio, tipOnSides(tipOf(preset)));
    case 'wedgeRoundRectCallout': {
      const radius = Math.min(0.5, adj(16_667, 'adj3'));
      return rounded([radius, radius, radius, radius], ratio, tipOnSides(tipOf(preset)));
    }
    case 'wedgeEllipseCallout':
      return ellipseWithTip(tipOf(preset));
    default:
      return;
  }
}

/** Draws an arc of DrawingML from a point. Angles are in 60,000th of a degree. */
function arcTo(
  command: Element,
  [x, y]: Point,
  scale: Point,
): [path: string, end: Point] | undefined {
  const [rx, ry, start, sweep] = ['wR', 'hR', 'stAng', 'swAng'].map((name) =>
    numberOf(command, name),
  );
  if (rx === undefined || ry === undefined || start === undefined || sweep === undefined) return;
  const angle = (value: number) => (value / 60_000 / 180) * Math.PI;
  // SVG draws no arc that ends at its start, so the arc of a full circle stops shortly before its start.
  const swept = Math.abs(sweep) >= 21_600_000 ? Math.sign(sweep) * 21_599_000 : sweep;
  const center: Point = [x - rx * Math.cos(angle(start)), y - ry * Math.sin(angle(start))];
  const end: Point = [
    center[0] + rx * Math.cos(angle(start + swept)),
    center[1] + ry * Math.sin(angle(start + swept)),
  ];
  const large = Math.abs(swept) > 10_800_000 ? 1 : 0;
  const path = `A${short(rx / scale[0])} ${short(ry / scale[1])} 0 ${large} ${swept > 0 ? 1 : 0} ${short(end[0] / scale[0])} ${short(end[1] / scale[1])}`;
  return [path, end];
}

const letters: Readonly<Record<string, string>> = {
  moveTo: 'M',
  lnTo: 'L',
  cubicBezTo: 'C',
  quadBezTo: 'Q',
};

/** Returns the path of a drawn shape; undefined if it needs computed points, or is longer than a page should draw. */
function customPath(geometry: Element, box: { width: number; height: number }): string | undefined {
  const commands: string[] = [];
  for (const path of elements(find(geometry, 'pathLst'), 'path')) {
    const scale: Point = [numberOf(path, 'w') || box.width, numberOf(path, 'h') || box.height];
    let at: Point = [0, 0];
    for (const command of elements(path)) {
      if (command.local === 'close') {
        commands.push('Z');
        continue;
      }
      if (command.local === 'arcTo') {
        const arc = arcTo(command, at, scale);
        if (!arc) return;
        commands.push(arc[0]);
        at = arc[1];
        continue;
      }
      const letter = letters[command.local];
      const points = elements(command, 'pt').map((point) => [
        numberOf(point, 'x'),
        numberOf(point, 'y'),
      ]);
      if (!letter || points.some(([x, y]) => x === undefined || y === undefined)) return;
      const last = points.at(-1);
      if (last) at = last as Point;
      commands.push(
        letter +
          points.map(([x = 0, y = 0]) => `${short(x / scale[0])} ${short(y / scale[1])}`).join(' '),
      );
    }
    if (commands.length > 20_000) return;
  }
  return commands.length > 0 ? commands.join('') : undefined;
}

/**
 * Returns the path of a shape; undefined for a shape that is not drawn.
 * @param box the shape's size in English Metric Units.
 */
export function pathOf(
  properties: Element | undefined,
  box: { width: number; height: number },
): string | undefined {
  const preset = find(properties, 'prstGeom');
  if (preset) return presetPath(preset, box.height > 0 ? box.width / box.height : 1);
  const custom = find(properties, 'custGeom');
  return custom ? customPath(custom, box) : 'M0 0L1 0L1 1L0 1Z';
}
