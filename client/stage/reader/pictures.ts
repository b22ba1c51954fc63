import type { ShrinkPicture } from '../../deck/index.ts';

/** The file of a content. */
const files = new WeakMap<ArrayBufferLike, Blob>();

/** Lets the browser decode pictures from the file itself, where a picture is a part of this content. */
export const keepFile = (content: ArrayBuffer, file: Blob) => files.set(content, file);

/** Returns a picture as the browser decodes it. */
function blobOf(bytes: Uint8Array<ArrayBuffer>, type: string): Blob {
  const { buffer, byteOffset, length } = bytes;
  const file = files.get(buffer);
  return file?.slice(byteOffset, byteOffset + length, type) ?? new Blob([bytes], { type });
}

/** The pictures of the file that is being read, decoded. */
const decoded = new Map<Uint8Array, Promise<ImageBitmap | undefined>>();

/** Decodes a picture. The engine and the drawing of the ground share the result. Returns undefined for a damaged picture. */
export function decodePicture(
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
): Promise<ImageBitmap | undefined> {
  const before = decoded.get(bytes);
  if (before) return before;
  const bitmap = createImageBitmap(blobOf(bytes, type)).catch(() => undefined);
  decoded.set(bytes, bitmap);
  return bitmap;
}

/** Gives back the memory of the decoded pictures. */
export async function closePictures(): Promise<void> {
  const bitmaps = await Promise.all(decoded.values());
  decoded.clear();
  for (const bitmap of bitmaps) bitmap?.close();
}

const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
// The first drawing takes the browser 50 ms, which are over before the visitor has chosen a file.
context?.getImageData(0, 0, 1, 1);

/** Shrinks a picture with the means of the browser. */
export const shrinkPicture: ShrinkPicture = async (bytes, type, { width, height }) => {
  const bitmap = await decodePicture(bytes, type);
  if (!bitmap || !context) return undefined;
  Object.assign(context.canvas, { width, height });
  context.drawImage(bitmap, 0, 0, width, height);
  return { width, height, data: context.getImageData(0, 0, width, height).data };
};
