import type { KeptPart } from '../package/keep-part.ts';
import type { LoadedTemplate } from './load.ts';
import type { PaintContext } from './paint.ts';
import { pixelsOf } from './picture-size.ts';

export interface Picture {
  type: string;
  bytes: Uint8Array<ArrayBuffer>;
}

/** The pictures that a browser decodes. */
const drawable = /^image\/(png|jpe?g|gif|bmp|webp)$/;
/** A picture of more pixels is neither decoded nor shown. */
const mostPixels = 40_000_000;

/** Numbers the pictures that parts show, and reads the pictures that the caller asks for. */
export class Pictures {
  readonly #paths: string[] = [];
  readonly #loaded: LoadedTemplate;

  constructor(loaded: LoadedTemplate) {
    this.#loaded = loaded;
  }

  /** Returns a function that finds the pictures of a part by the id of a relationship. */
  of(part: KeptPart | undefined): PaintContext['pictureOf'] {
    return (id) => {
      const target = part?.relationships.find((relationship) => relationship.id === id)?.target;
      const path = target && this.#loaded.parts.get(target.toLowerCase())?.path;
      if (!path) return;
      const before = this.#paths.indexOf(path);
      return before >= 0 ? before : this.#paths.push(path) - 1;
    };
  }

  #typeOf(path: string): string {
    return this.#loaded.parts.get(path.toLowerCase())?.type ?? '';
  }

  /** Reads a picture that a browser can decode; undefined for another format, a damaged one or a huge one. */
  small(number: number): Picture | undefined {
    const path = this.#paths[number];
    const type = path ? this.#typeOf(path) : '';
    if (!path || !drawable.test(type)) return;
    try {
      const bytes = this.#loaded.source.bytes(path);
      const pixels = pixelsOf(bytes);
      return pixels !== undefined && pixels <= mostPixels ? { type, bytes } : undefined;
    } catch {
      return;
    }
  }
}
