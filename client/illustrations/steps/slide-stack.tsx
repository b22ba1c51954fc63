import { Miniature } from '../../slides/miniature.tsx';
import { followed } from '../theatre-review.ts';
import Stack from './slide-stack.svg?react';

/** Draws the finished deck: eight slides, the slide of the followed title in front; 386 × 254 units. */
export function SlideStack() {
  return (
    <div className="relative max-w-[386px]">
      <Stack />
      <div className="absolute bottom-0 left-0 w-[78%] border-[1.5px] border-slide-ink">
        <Miniature slide={followed} />
      </div>
    </div>
  );
}
