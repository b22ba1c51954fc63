/**
 * What a page needs to draw a slide of a template. All of it is plain data that `postMessage` can copy. Boxes are in
 * shares of the slide's width and height, from 0 to 1. Sizes of text and widths of lines are in points of the slide.
 */

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** `#rrggbb` with an opacity from 0 to 1. */
export interface Color {
  hex: string;
  opacity: number;
}

export type Paint =
  | { kind: 'none' }
  | { kind: 'solid'; color: Color }
  /**
   * A linear gradient turned clockwise by `angle` degrees from left-to-right, or a radial one from `center`, in shares of the
   * box, to the farthest corner.
   */
  | {
      kind: 'gradient';
      shape: 'linear' | 'radial';
      angle: number;
      center: { x: number; y: number };
      stops: readonly { at: number; color: Color }[];
    }
  /** A picture of {@link Description.pictures}, stretched over the box after `crop`, which is in shares of the picture. */
  | {
      kind: 'picture';
      picture: number;
      crop: Crop;
      opacity: number;
      isTiled: boolean;
      recolor?: Recolor;
    };

/** The effects by which a theme recolours a picture, in the order of their use. */
export interface Recolor {
  /** From -1 to 1. */
  brightness: number;
  contrast: number;
  isGrey: boolean;
  /** The colours that take the place of black and white. */
  duotone?: readonly [dark: string, light: string];
}

export interface Crop {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A line around a shape. */
export interface Outline {
  color: Color;
  /** In points. */
  width: number;
  isDashed: boolean;
}

/** One thing that master or layout draw behind the slide, in the order of drawing. */
export interface Furniture {
  box: Box;
  /** Clockwise, in degrees, about the middle of the box. */
  rotation: number;
  flipX: boolean;
  flipY: boolean;
  /** An SVG path in a square from 0 to 1, which is stretched over the box. Undefined for a rectangle. */
  path?: string;
  fill: Paint;
  outline?: Outline;
  text?: FurnitureText;
}

export interface TextStyle {
  /** The name of the typeface, without characters that a CSS string cannot have. */
  typeface: string;
  /** In points. */
  size: number;
  color: Color;
  isBold: boolean;
  isItalic: boolean;
  isUppercase: boolean;
  /** The space that is added between letters, in points. */
  letterSpacing: number;
  /** The distance of two baselines, as a multiple of the typeface's own distance. */
  lineSpacing: number;
}

/** A text in a box. */
export interface PlacedText extends TextStyle {
  /** The box less its margins: where the text stands. */
  inside: Box;
  anchor: 'top' | 'middle' | 'bottom';
  align: 'left' | 'center' | 'right' | 'justify';
}

export interface FurnitureText extends PlacedText {
  lines: readonly string[];
}

/** A placeholder for text, as the title. `fitTitle` chooses wording and size of titles. */
export interface TitlePlace extends PlacedText {
  /** The placeholder's box. */
  box: Box;
}

/** The colours of the exhibits on the ground that is really there, as `#rrggbb`. */
export interface Palette {
  /** The ground under the content, or the panel's colour. */
  paper: string;
  /** Text, axes and strong fills. */
  ink: string;
  /** Text of second rank. */
  ink2: string;
  /** Fills that stand for a whole beside the key. */
  strong: string;
  /** Fills of second rank. */
  mid: string;
  /** Fills of third rank. */
  light: string;
  /** Hairlines. */
  hairline: string;
  /** What the title is about: the most salient fill. */
  key: string;
  /** The ground of a label in the key colour, on which text is readable, and the text on it. */
  label: string;
  onLabel: string;
}

export interface LayoutMiniature {
  name: string;
  boxes: readonly { kind: 'title' | 'text' | 'picture' | 'other'; box: Box }[];
}

export interface Description {
  /** The slide in points. */
  width: number;
  height: number;
  background: Paint;
  /** From back to front. */
  furniture: readonly Furniture[];
  /** PNG, JPEG, GIF, BMP or WebP files that background and furniture show. Others are left out. */
  pictures: readonly { bytes: Uint8Array<ArrayBuffer>; type: string }[];
  title: TitlePlace;
  /** The whole content area. */
  content: Box;
  /** Where the exhibit with its heading stands on slides with a so-what. */
  exhibit: Box;
  /** Where the so-what stands; null where the area has no room for it. */
  side: Box | null;
  /** True if the so-what stands right of the exhibit, false if it stands below. */
  isSideBeside: boolean;
  /** A panel behind the content, in the template's paper colour, where nothing is readable on the ground. */
  panel: { box: Box; color: string } | null;
  /** The text of exhibits, in the body typeface. */
  text: TextStyle;
  /** The line with the disclaimer. */
  footer: TitlePlace;
  /** The number of the slide; null if the layout has no place for it. */
  number: TitlePlace | null;
  palette: Palette;
  typefaces: { heading: string; body: string };
  /** The layouts of the master in use, in their order. */
  layouts: readonly LayoutMiniature[];
  /** The count of layouts of all masters. */
  layoutCount: number;
  masterCount: number;
  /** True if master or layout show a picture, as a logo. */
  hasPicture: boolean;
}
