import type { Box } from '../description.ts';
import type { Tone } from '../template/palette/tone.ts';
import type { Chart } from './charts/chart.ts';
import {
  type Anchor,
  bodyProperties,
  fill,
  outline,
  position,
  type Stroke,
  shapeName,
} from './drawing.ts';
import { type Table, tableXml } from './table.ts';

interface Shape extends Box {
  name: string;
  /** The description for screen readers. Without it the shape is decoration. */
  alt?: string;
  geometry?: 'rect' | 'ellipse' | 'roundRect' | 'rightBracket';
  fill?: Tone;
  line?: Stroke;
  /** Paragraphs. */
  text?: string;
  anchor?: Anchor;
}

const graphicData = 'http://schemas.openxmlformats.org/drawingml/2006';

/** Collects the shapes of a slide, from back to front, and numbers them. */
export class Canvas {
  readonly charts: Chart[] = [];
  #shapes: string[] = [];
  #id = 1;

  get xml(): string {
    return this.#shapes.join('');
  }

  #nextId() {
    this.#id += 1;
    return this.#id;
  }

  /**
   * Fills a placeholder of the layout, which gives its place and style.
   * @param placeholder `p:ph`. @param body `a:bodyPr`. @param place `a:xfrm`, where the layout gives none.
   */
  placeholder(
    name: string,
    placeholder: string,
    text: string,
    body = '<a:bodyPr/>',
    place = '',
  ): void {
    this.#shapes.push(
      `<p:sp><p:nvSpPr>${shapeName(this.#nextId(), name, '')}<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr>${placeholder}</p:nvPr></p:nvSpPr><p:spPr>${place}</p:spPr><p:txBody>${body}<a:lstStyle/>${text}</p:txBody></p:sp>`,
    );
  }

  /** Adds a text box. */
  text(name: string, box: Box, text: string, anchor: Anchor = 't', wrap = true): void {
    this.#shapes.push(
      `<p:sp><p:nvSpPr>${shapeName(this.#nextId(), name, '')}<p:cNvSpPr txBox="1"/><p:nvPr/></p:nvSpPr><p:spPr>${position(box)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/></p:spPr><p:txBody>${bodyProperties(anchor, wrap)}<a:lstStyle/>${text}</p:txBody></p:sp>`,
    );
  }

  /** Draws a shape, with text if it has one. */
  shape(shape: Shape): void {
    const { name, alt, geometry = 'rect', line, text, anchor = 'ctr' } = shape;
    const description = text === undefined ? alt : (alt ?? '');
    const area = shape.fill ? fill(shape.fill) : '<a:noFill/>';
    const round = geometry === 'roundRect' ? '<a:gd name="adj" fmla="val 50000"/>' : '';
    const square = geometry === 'rightBracket' ? '<a:gd name="adj" fmla="val 0"/>' : '';
    const body = `<p:txBody>${bodyProperties(anchor, false)}<a:lstStyle/>${text ?? '<a:p><a:endParaRPr lang="en-GB"/></a:p>'}</p:txBody>`;
    this.#shapes.push(
      `<p:sp><p:nvSpPr>${shapeName(this.#nextId(), name, description)}<p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${position(shape)}<a:prstGeom prst="${geometry}"><a:avLst>${round}${square}</a:avLst></a:prstGeom>${area}${outline(line)}</p:spPr>${body}</p:sp>`,
    );
  }

  /** Draws a straight line, from the first point to the second. */
  line(x1: number, y1: number, x2: number, y2: number, stroke: Stroke): void {
    const box = {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    };
    const flip = `${x2 < x1 ? ' flipH="1"' : ''}${y2 < y1 ? ' flipV="1"' : ''}`;
    this.#shapes.push(
      `<p:cxnSp><p:nvCxnSpPr>${shapeName(this.#nextId(), 'Line')}<p:cNvCxnSpPr/><p:nvPr/></p:nvCxnSpPr><p:spPr>${position(box, 'a:xfrm', flip)}<a:prstGeom prst="line"><a:avLst/></a:prstGeom>${outline(stroke)}</p:spPr></p:cxnSp>`,
    );
  }

  #frame(box: Box, named: string, kind: string, content: string): void {
    this.#shapes.push(
      `<p:graphicFrame><p:nvGraphicFramePr>${named}<p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>${position(box, 'p:xfrm')}<a:graphic><a:graphicData uri="${graphicData}/${kind}">${content}</a:graphicData></a:graphic></p:graphicFrame>`,
    );
  }

  /** Places a chart. */
  chart(box: Box, alt: string, chart: Chart): void {
    this.charts.push(chart);
    // Slides list their layout and notes first.
    const id = `rId${this.charts.length + 2}`;
    const content = `<c:chart xmlns:c="${graphicData}/chart" r:id="${id}"/>`;
    this.#frame(box, shapeName(this.#nextId(), 'Chart', alt), 'chart', content);
  }

  /** Places a table. */
  table(name: string, at: { x: number; y: number }, table: Table, alt = ''): void {
    const width = table.columns.reduce((total, column) => total + column, 0);
    const height = table.rows.reduce((total, row) => total + row.height, 0);
    this.#frame(
      { ...at, width, height },
      shapeName(this.#nextId(), name, alt),
      'table',
      tableXml(table),
    );
  }
}
