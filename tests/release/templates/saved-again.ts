import { readFileSync } from 'node:fs';
import { elementsOf, openPackage } from './office-package.ts';
import { slidesOf } from './presentation-faults.ts';

/** Returns the texts of the title placeholders of a file that another program has saved. */
export function titlesOf(path: string): string[] {
  const file = openPackage(new Uint8Array(readFileSync(path)));
  return slidesOf(file).flatMap((slide) =>
    elementsOf(file.xml(slide), 'sp')
      .filter((shape) => elementsOf(shape, 'ph').some((ph) => ph.getAttribute('type') === 'title'))
      .map((shape) => shape.textContent?.trim() ?? '')
      .filter((text) => text !== ''),
  );
}
