import type { Paint } from '../description.ts';
import type { Picture, Pictures } from '../template/pictures.ts';

/** Numbers anew the pictures that a page can draw, in the order in which they are first used. */
export class DrawablePictures {
  readonly all: Picture[] = [];
  readonly #numbers = new Map<number, number>();
  readonly #source: Pictures;

  constructor(source: Pictures) {
    this.#source = source;
  }

  /** Returns the paint for the page: no fill in place of a picture that cannot be drawn. */
  paint(paint: Paint): Paint {
    if (paint.kind !== 'picture') return paint;
    let number = this.#numbers.get(paint.picture);
    if (number === undefined) {
      const picture = this.#source.drawable(paint.picture);
      if (!picture) return { kind: 'none' };
      number = this.all.push(picture) - 1;
      this.#numbers.set(paint.picture, number);
    }
    return { ...paint, picture: number };
  }
}
