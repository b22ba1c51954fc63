import {
  type Box,
  type Crop,
  type Description,
  type Furniture,
  type Paint,
  type Recolor,
  recolorPixels,
} from '../../deck/index.ts';
import { decodePicture } from './pictures.ts';

/** The width of the largest drawing in pixels, for slides on a wide screen. */
const largeWidth = 1600;
/** Each further drawing has half the width: for slides on a phone, for layouts and for slides in small. */
const halvings = 3;

type Context = OffscreenCanvasRenderingContext2D;

const css = ({ hex, opacity }: { hex: string; opacity: number }) =>
  `${hex}${Math.round(opacity * 255)
    .toString(16)
    .padStart(2, '0')}`;

type Pictures = readonly (ImageBitmap | undefined)[];

type Drawable = ImageBitmap | OffscreenCanvas;

/** Draws a picture over the box, without the parts that are cropped away. */
function drawPicture(
  context: Context,
  picture: Drawable,
  { left, top, right, bottom }: Crop,
  box: Box,
): void {
  const { width, height } = picture;
  context.drawImage(
    picture,
    left * width,
    top * height,
    Math.max(1, (1 - left - right) * width),
    Math.max(1, (1 - top - bottom) * height),
    box.x,
    box.y,
    box.width,
    box.height,
  );
}

/** Returns a picture in the colours into which the theme recolours it. A picture that is no tile is no larger than the slide. */
function recolored(picture: ImageBitmap, recolor: Recolor, isTiled: boolean): Drawable {
  const scale = isTiled ? 1 : Math.min(1, largeWidth / picture.width);
  const [width, height] = [picture.width, picture.height].map((length) =>
    Math.max(1, Math.round(length * scale)),
  ) as [number, number];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) return picture;
  context.drawImage(picture, 0, 0, width, height);
  const pixels = context.getImageData(0, 0, width, height);
  recolorPixels(pixels.data, recolor);
  context.putImageData(pixels, 0, 0);
  return canvas;
}

/** Returns a gradient over a box. */
function gradientOf(
  context: Context,
  { shape, angle, center, stops }: Extract<Paint, { kind: 'gradient' }>,
  { x, y, width, height }: Box,
): CanvasGradient {
  const [centreX, centreY] = [x + width / 2, y + height / 2];
  const [fromX, fromY] = [x + width * center.x, y + height * center.y];
  const farthest = Math.hypot(
    Math.max(center.x, 1 - center.x) * width,
    Math.max(center.y, 1 - center.y) * height,
  );
  const turn = (angle * Math.PI) / 180;
  const reach = (Math.abs(width * Math.cos(turn)) + Math.abs(height * Math.sin(turn))) / 2;
  const gradient =
    shape === 'radial'
      ? context.createRadialGradient(fromX, fromY, 0, fromX, fromY, farthest)
      : context.createLinearGradient(
          centreX - Math.cos(turn) * reach,
          centreY - Math.sin(turn) * reach,
          centreX + Math.cos(turn) * reach,
          centreY + Math.sin(turn) * reach,
        );
  for (const { at, color } of stops)
    gradient.addColorStop(Math.min(1, Math.max(0, at)), css(color));
  return gradient;
}

/** Fills a path that lies in the box. */
function fill(context: Context, paint: Paint, path: Path2D, box: Box, pictures: Pictures): void {
  if (paint.kind === 'none') return;
  if (paint.kind === 'picture') {
    const picture = pictures[paint.picture];
    if (!picture) return;
    const { recolor, isTiled } = paint;
    const drawing = recolor ? recolored(picture, recolor, isTiled) : picture;
    context.save();
    context.clip(path);
    context.globalAlpha = paint.opacity;
    if (isTiled) {
      const pattern = context.createPattern(drawing, 'repeat');
      if (pattern) context.fillStyle = pattern;
      context.fill(path);
    } else drawPicture(context, drawing, paint.crop, box);
    context.restore();
    return;
  }
  context.fillStyle = paint.kind === 'solid' ? css(paint.color) : gradientOf(context, paint, box);
  context.fill(path);
}

/** Draws the static text of master or layout. @param point the length of a point in pixels. */
function drawText(
  context: Context,
  text: NonNullable<Furniture['text']>,
  inside: Box,
  point: number,
): void {
  const { size, typeface, isBold, isItalic, isUppercase, align, anchor, color } = text;
  const lines = isUppercase ? text.lines.map((line) => line.toUpperCase()) : text.lines;
  const step = size * point * 1.2 * text.lineSpacing;
  context.font = `${isItalic ? 'italic ' : ''}${isBold ? '700' : '400'} ${size * point}px "${typeface}", "Instrument Sans", sans-serif`;
  context.fillStyle = css(color);
  context.textBaseline = 'alphabetic';
  context.textAlign = align === 'center' ? 'center' : align === 'right' ? 'right' : 'left';
  const x =
    inside.x + (align === 'center' ? inside.width / 2 : align === 'right' ? inside.width : 0);
  const free = inside.height - step * lines.length;
  const top = inside.y + (anchor === 'top' ? 0 : anchor === 'middle' ? free / 2 : free);
  for (const [index, line] of lines.entries())
    context.fillText(line, x, top + step * index + size * point * 0.95);
}

/** Returns a drawing in half its width. */
function halved(drawing: ImageBitmap): ImageBitmap {
  const canvas = new OffscreenCanvas(drawing.width / 2, Math.round(drawing.height / 2));
  canvas.getContext('2d')?.drawImage(drawing, 0, 0, canvas.width, canvas.height);
  return canvas.transferToImageBitmap();
}

/** Draws background, shapes and pictures of a template in several sizes, the largest first. */
export async function drawGround(description: Description): Promise<ImageBitmap[]> {
  const { background, furniture, width, height } = description;
  const canvas = new OffscreenCanvas(largeWidth, Math.round((largeWidth * height) / width));
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no canvas for the worker.');
  const pictures = await Promise.all(
    description.pictures.map(({ bytes, type }) => decodePicture(bytes, type)),
  );
  const point = largeWidth / width;
  const scaled = (box: Box): Box => ({
    x: box.x * canvas.width,
    y: box.y * canvas.height,
    width: box.width * canvas.width,
    height: box.height * canvas.height,
  });
  const rectangle = ({ x, y, width: w, height: h }: Box) => {
    const path = new Path2D();
    path.rect(x, y, w, h);
    return path;
  };
  const whole = scaled({ x: 0, y: 0, width: 1, height: 1 });
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  fill(context, background, rectangle(whole), whole, pictures);
  for (const piece of furniture) {
    const box = scaled(piece.box);
    context.save();
    context.translate(box.x + box.width / 2, box.y + box.height / 2);
    context.rotate((piece.rotation * Math.PI) / 180);
    context.scale(piece.flipX ? -1 : 1, piece.flipY ? -1 : 1);
    context.translate(-box.x - box.width / 2, -box.y - box.height / 2);
    let path = rectangle(box);
    if (piece.path) {
      path = new Path2D();
      const matrix = new DOMMatrix([box.width, 0, 0, box.height, box.x, box.y]);
      path.addPath(new Path2D(piece.path), matrix);
    }
    fill(context, piece.fill, path, box, pictures);
    if (piece.outline) {
      context.strokeStyle = css(piece.outline.color);
      context.lineWidth = piece.outline.width * point;
      context.setLineDash(piece.outline.isDashed ? [4 * point, 3 * point] : []);
      context.stroke(path);
    }
    context.restore();
    if (piece.text) drawText(context, piece.text, scaled(piece.text.inside), point);
  }
  if (description.panel) {
    const { box, color } = description.panel;
    const { x, y, width: w, height: h } = scaled(box);
    context.fillStyle = color;
    context.fillRect(x, y, w, h);
  }
  let drawing = canvas.transferToImageBitmap();
  const drawings = [drawing];
  for (let times = 0; times < halvings; times += 1) {
    drawing = halved(drawing);
    drawings.push(drawing);
  }
  return drawings;
}
