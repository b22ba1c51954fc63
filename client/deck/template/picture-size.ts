/** Reads the size of a picture from its first bytes, so that a huge picture in a small file is never decoded. */

/** Returns whether a JPEG marker has no length: a marker for tests (TEM), a restart, a start or an end. */
const standsAlone = (marker: number): boolean =>
  marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9);

/**
 * Finds the frame header of a JPEG and returns its pixels. Passes over other bytes between two segments and over markers
 * without a length, as decoders do.
 */
function ofJpeg(view: DataView): number | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    const marker = view.getUint8(at + 1);
    const isMarker = view.getUint8(at) === 0xff && marker !== 0 && marker !== 0xff;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isMarker && isFrame) return view.getUint16(at + 5) * view.getUint16(at + 7);
    if (!isMarker) at += 1;
    else at += standsAlone(marker) ? 2 : 2 + view.getUint16(at + 2);
  }
  return;
}

/** Returns the pixels of a GIF. A first frame that is larger than the screen counts, because browsers decode it whole. */
function ofGif(view: DataView): number | undefined {
  const flags = view.getUint8(10);
  let at = 13 + (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  while (at + 9 < view.byteLength) {
    const block = view.getUint8(at);
    if (block === 0x2c) {
      const [left = 0, top = 0, width = 0, height = 0] = [1, 3, 5, 7].map((offset) =>
        view.getUint16(at + offset, true),
      );
      const right = Math.max(view.getUint16(6, true), left + width);
      return right * Math.max(view.getUint16(8, true), top + height);
    }
    if (block !== 0x21) return;
    // An extension has blocks, each after its length, and ends with a length of 0.
    for (at += 2; at < view.byteLength && view.getUint8(at) > 0; ) at += 1 + view.getUint8(at);
    at += 1;
  }
  return;
}

/** Returns the pixels of a WebP picture, by its three kinds of first chunk. */
function ofWebp(view: DataView): number | undefined {
  const kind = view.getUint32(12);
  if (kind === 0x56503858) {
    const side = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536 + 1;
    return side(24) * side(27);
  }
  if (kind === 0x5650384c) {
    const bits = view.getUint32(21, true);
    return ((bits & 0x3fff) + 1) * (((bits >> 14) & 0x3fff) + 1);
  }
  return (view.getUint16(26, true) & 0x3fff) * (view.getUint16(28, true) & 0x3fff);
}

/** Returns how many pixels a PNG, JPEG, GIF, BMP or WebP file says that it has; undefined for another file. */
export function pixelsOf(bytes: Uint8Array): number | undefined {
  if (bytes.length < 30) return;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = view.getUint32(0);
  if (first === 0x89504e47) return view.getUint32(16) * view.getUint32(20);
  if (first >>> 8 === 0xffd8ff) return ofJpeg(view);
  if (first === 0x47494638) return ofGif(view);
  if (first >>> 16 === 0x424d) return Math.abs(view.getInt32(18, true) * view.getInt32(22, true));
  return first === 0x52494646 ? ofWebp(view) : undefined;
}
