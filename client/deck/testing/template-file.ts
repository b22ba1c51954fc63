import { type Part, packageOf } from '../package/package-writer.ts';

/** Makes small templates for tests. */

const namespaces =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"';
const types = 'application/vnd.openxmlformats-officedocument';

/** A box in shares of the slide. */
export type Place = readonly [x: number, y: number, width: number, height: number];

export interface TemplateParts {
  /** The slide in English Metric Units. */
  size?: { width: number; height: number };
  /** Colours by place of the theme, as elements or `rrggbb`. */
  colors?: Readonly<Record<string, string>>;
  colorMap?: string;
  background?: string;
  /** Shapes of the master besides its placeholders. */
  masterShapes?: string;
  layoutShapes?: string;
  title?: Place;
  titleBody?: string;
  titleFill?: string;
  titleStyle?: string;
  body?: Place;
  bodyStyle?: string;
  footers?: string;
  layoutType?: string;
  /** The shapes of further layouts, whose type is not said. */
  moreLayouts?: readonly string[];
  /** Relationships of the master besides its own. */
  masterLinks?: NonNullable<Part['relationships']>;
  layoutLinks?: NonNullable<Part['relationships']>;
  /** Further parts, besides the parts of a template. */
  more?: readonly Part[];
  presentationLinks?: NonNullable<Part['relationships']>;
  presentationXml?: string;
  mainType?: string;
}

const wide = { width: 12_192_000, height: 6_858_000 };

const officeColors: Readonly<Record<string, string>> = {
  dk1: '000000',
  lt1: 'FFFFFF',
  dk2: '44546A',
  lt2: 'E7E6E6',
  accent1: '4472C4',
  accent2: 'ED7D31',
  accent3: 'A5A5A5',
  accent4: 'FFC000',
  accent5: '5B9BD5',
  accent6: '70AD47',
  hlink: '0563C1',
  folHlink: '954F72',
};

const emptyGroup =
  '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>';

/** Returns a placeholder. */
export function placeholder(
  attributes: string,
  box?: Place,
  inside = '<a:bodyPr/><a:lstStyle/><a:p/>',
  size = wide,
  fill = '',
): string {
  return `<p:sp><p:nvSpPr><p:cNvPr id="9" name="P"/><p:cNvSpPr/><p:nvPr><p:ph ${attributes}/></p:nvPr></p:nvSpPr><p:spPr>${box ? transform(box, size) : ''}${fill}</p:spPr><p:txBody>${inside}</p:txBody></p:sp>`;
}

function transform([x, y, width, height]: Place, size: { width: number; height: number }): string {
  const [across, down] = [Math.round(x * size.width), Math.round(y * size.height)];
  const [cx, cy] = [Math.round(width * size.width), Math.round(height * size.height)];
  return `<a:xfrm><a:off x="${across}" y="${down}"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm>`;
}

export const solid = (name: string): string =>
  /^[\dA-F]{6}$/.test(name)
    ? `<a:solidFill><a:srgbClr val="${name}"/></a:solidFill>`
    : `<a:solidFill><a:schemeClr val="${name}"/></a:solidFill>`;

/** Returns a rectangle. @param fill the fill and the line. */
export const rectangle = (box: Place, fill: string, size = wide): string =>
  `<p:sp><p:nvSpPr><p:cNvPr id="8" name="R"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr>${transform(box, size)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${fill}</p:spPr></p:sp>`;

/** Returns a picture by the id of its relationship. */
export const picture = (box: Place, id: string, size = wide): string =>
  `<p:pic><p:nvPicPr><p:cNvPr id="7" name="Logo"/><p:cNvPicPr/><p:nvPr/></p:nvPicPr><p:blipFill><a:blip r:embed="${id}"/><a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${transform(box, size)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></p:spPr></p:pic>`;

function themeXml(colors: Readonly<Record<string, string>>): string {
  const places = Object.entries({ ...officeColors, ...colors }).map(
    ([place, color]) =>
      `<a:${place}>${color.startsWith('<') ? color : `<a:srgbClr val="${color}"/>`}</a:${place}>`,
  );
  const fill = '<a:solidFill><a:schemeClr val="phClr"/></a:solidFill>';
  return `<a:theme ${namespaces} name="T"><a:themeElements><a:clrScheme name="T">${places.join('')}</a:clrScheme><a:fontScheme name="T"><a:majorFont><a:latin typeface="Georgia"/></a:majorFont><a:minorFont><a:latin typeface="Arial"/></a:minorFont></a:fontScheme><a:fmtScheme name="T"><a:fillStyleLst>${fill.repeat(3)}</a:fillStyleLst><a:lnStyleLst>${`<a:ln w="9525">${fill}</a:ln>`.repeat(3)}</a:lnStyleLst><a:effectStyleLst/><a:bgFillStyleLst>${fill.repeat(3)}</a:bgFillStyleLst></a:fmtScheme></a:themeElements></a:theme>`;
}

const defaultMap =
  '<p:clrMap bg1="lt1" tx1="dk1" bg2="lt2" tx2="dk2" accent1="accent1" accent2="accent2" accent3="accent3" accent4="accent4" accent5="accent5" accent6="accent6" hlink="hlink" folHlink="folHlink"/>';

/** Returns the parts of a template: a master, one layout if no more are given, a theme. */
export function templateParts(parts: TemplateParts = {}): Part[] {
  const size = parts.size ?? wide;
  const title = parts.title ?? [0.05, 0.05, 0.9, 0.14];
  const body = parts.body ?? [0.05, 0.25, 0.9, 0.62];
  const titleInside = parts.titleBody ?? '<a:bodyPr anchor="ctr"/><a:lstStyle/><a:p/>';
  const background =
    parts.background ?? `<p:bg><p:bgPr>${solid('bg1')}<a:effectLst/></p:bgPr></p:bg>`;
  const titleStyle =
    parts.titleStyle ??
    `<a:defRPr sz="2800">${solid('tx2')}<a:latin typeface="+mj-lt"/></a:defRPr>`;
  const bodyStyle =
    parts.bodyStyle ?? `<a:defRPr sz="2000">${solid('tx1')}<a:latin typeface="+mn-lt"/></a:defRPr>`;
  const tree = (shapes: string) => `<p:spTree>${emptyGroup}${shapes}</p:spTree>`;
  const first = `${parts.layoutShapes ?? ''}${placeholder('type="title"')}${parts.footers ?? ''}`;
  const layouts = [first, ...(parts.moreLayouts ?? [])].map((shapes, at) => ({
    id: at === 0 ? 'rId1' : `rId${100 + at}`,
    path: `ppt/slideLayouts/slideLayout${at + 1}.xml`,
    type: at === 0 ? ` type="${parts.layoutType ?? 'titleOnly'}"` : '',
    name: at === 0 ? 'Only a title' : `Layout ${at + 1}`,
    shapes,
  }));
  const layoutList = layouts.map(
    ({ id }, at) => `<p:sldLayoutId id="${2147483649 + at}" r:id="${id}"/>`,
  );
  return [
    {
      path: 'ppt/presentation.xml',
      type: parts.mainType ?? `${types}.presentationml.presentation.main+xml`,
      content: `<p:presentation ${namespaces}><p:sldMasterIdLst><p:sldMasterId id="2147483648" r:id="rId1"/></p:sldMasterIdLst>${parts.presentationXml ?? ''}<p:sldSz cx="${size.width}" cy="${size.height}"/><p:notesSz cx="6858000" cy="9144000"/></p:presentation>`,
      relationships: [
        { id: 'rId1', type: 'slideMaster', target: 'ppt/slideMasters/slideMaster1.xml' },
        ...(parts.presentationLinks ?? []),
      ],
    },
    {
      path: 'ppt/slideMasters/slideMaster1.xml',
      type: `${types}.presentationml.slideMaster+xml`,
      content: `<p:sldMaster ${namespaces}><p:cSld>${background}${tree(`${parts.masterShapes ?? ''}${placeholder('type="title"', title, titleInside, size, parts.titleFill)}${placeholder('type="body" idx="1"', body, undefined, size)}`)}</p:cSld>${parts.colorMap ?? defaultMap}<p:sldLayoutIdLst>${layoutList.join('')}</p:sldLayoutIdLst><p:txStyles><p:titleStyle><a:lvl1pPr>${titleStyle}</a:lvl1pPr></p:titleStyle><p:bodyStyle><a:lvl1pPr>${bodyStyle}</a:lvl1pPr></p:bodyStyle></p:txStyles></p:sldMaster>`,
      relationships: [
        ...layouts.map(({ id, path }) => ({ id, type: 'slideLayout', target: path })),
        { id: 'rId2', type: 'theme', target: 'ppt/theme/theme1.xml' },
        ...(parts.masterLinks ?? []),
      ],
    },
    ...layouts.map(({ path, type, name, shapes }, at) => ({
      path,
      type: `${types}.presentationml.slideLayout+xml`,
      content: `<p:sldLayout ${namespaces}${type}><p:cSld name="${name}">${tree(shapes)}</p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sldLayout>`,
      relationships: [
        { id: 'rId1', type: 'slideMaster', target: 'ppt/slideMasters/slideMaster1.xml' },
        ...(at === 0 ? (parts.layoutLinks ?? []) : []),
      ],
    })),
    {
      path: 'ppt/theme/theme1.xml',
      type: `${types}.theme+xml`,
      content: themeXml(parts.colors ?? {}),
    },
    ...(parts.more ?? []),
  ];
}

/** Returns the bytes of a template. */
export const templateFile = (parts: TemplateParts = {}): Uint8Array<ArrayBuffer> =>
  packageOf(
    [{ id: 'rId1', type: 'officeDocument', target: 'ppt/presentation.xml' }],
    templateParts(parts),
  );

/** A grey PNG of one pixel. */
export const greyPixel = Uint8Array.from(
  atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  ),
  (letter) => letter.charCodeAt(0),
);
