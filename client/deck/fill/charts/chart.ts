import type { Box } from '../../description.ts';

/** A DrawingML chart. */
export interface Chart {
  xml: string;
  /** The embedded workbook. */
  data: Uint8Array;
}

/** Returns the place of the plot inside the frame of its chart. */
export const plotLayout = (frame: Box, plot: Box): string => {
  const share = (value: number) => value.toFixed(4);
  return (
    '<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/>' +
    `<c:x val="${share((plot.x - frame.x) / frame.width)}"/><c:y val="${share((plot.y - frame.y) / frame.height)}"/>` +
    `<c:w val="${share(plot.width / frame.width)}"/><c:h val="${share(plot.height / frame.height)}"/></c:manualLayout></c:layout>`
  );
};

/** Returns the chart part with its plots and axes. */
export function chartSpace(layout: string, plots: string, axes: string): string {
  return (
    '<c:chartSpace xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">' +
    '<c:date1904 val="0"/><c:roundedCorners val="0"/><c:chart><c:autoTitleDeleted val="1"/>' +
    `<c:plotArea>${layout}${plots}${axes}<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr></c:plotArea>` +
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>' +
    '<c:txPr><a:bodyPr/><a:p><a:pPr><a:defRPr><a:latin typeface="+mn-lt"/></a:defRPr></a:pPr><a:endParaRPr lang="en-GB"/></a:p></c:txPr>' +
    '<c:externalData r:id="rId1"><c:autoUpdate val="0"/></c:externalData></c:chartSpace>'
  );
}
