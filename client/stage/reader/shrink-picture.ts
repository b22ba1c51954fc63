import type { ShrinkPicture } from '../../deck/index.ts';

/** Shrinks a picture with the means of the browser. */
export const shrinkPicture: ShrinkPicture = async (bytes, type, { width, height }) => {
  const bitmap = await createImageBitmap(new Blob([bytes], { type })).catch(() => undefined);
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!bitmap || !context) return undefined;
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return { width, height, data: context.getImageData(0, 0, width, height).data };
};
