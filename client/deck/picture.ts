/** The colours of a picture in small: red, green, blue and opacity of each point, row by row, from 0 to 255. */
export interface SmallPicture {
  width: number;
  height: number;
  data: ArrayLike<number>;
}

/**
 * Decodes a picture and shrinks it to the given size. The browser does this with `createImageBitmap`, Node with a
 * library. Returns undefined for a picture that cannot be decoded.
 */
export type ShrinkPicture = (
  bytes: Uint8Array<ArrayBuffer>,
  type: string,
  size: { width: number; height: number },
) => Promise<SmallPicture | undefined>;
