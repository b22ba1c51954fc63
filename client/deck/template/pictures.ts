import type { KeptPart } from '../package/collection.ts';
import type { LoadedTemplate } from './load.ts';
import type { PaintContext } from './paint.ts';
import { pixelsOf } from './picture-size.ts';

export interface Picture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The pictures that a browser decodes. */
const decodable = /^image\/(png|jpe?g|gif|bmp|webp)$/;
/** A picture of more pixels is neither decoded nor shown. */
const mostPixels = 40_000_000;

/** Numbers the pictures that parts show. */
export class Pictures {
  readonly #shown: KeptPart[] = [];
  readonly #loaded: LoadedTemplate;

  constructor(loaded: LoadedTemplate) {
    this.#loaded = loaded;
  }

  /** Returns a function that finds the pictures of a part by the id of a relationship. */
  of(part: KeptPart | undefined): PaintContext['pictureOf'] {
    return (id) => {
      const target = part?.relationships.find((relationship) => relationship.id === id)?.target;
      const picture = target && this.#loaded.parts.get(target);
      if (!picture) return;
      const before = this.#shown.indexOf(picture);
      return before >= 0 ? before : this.#shown.push(picture) - 1;
    };
  }

  /** Returns a picture; undefined for one that no browser decodes, a damaged one or a huge one. */
  drawable(number: number): Picture | undefined {
    const { type = '', content: bytes } = this.#shown[number] ?? {};
    if (!decodable.test(type) || !(bytes instanceof Uint8Array)) return;
    const pixels = pixelsOf(bytes);
    return pixels !== undefined && pixels <= mostPixels ? { type, bytes } : undefined;
  }
}
