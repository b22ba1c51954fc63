import { useLayoutEffect, useRef } from 'react';
import type { OwnTemplate } from './own-template.ts';

/** Shows the ground of a template in the size of its place. A hidden ground is drawn when it appears. */
export function Ground({ of: { ground } }: { of: OwnTemplate }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // The browser calls this at once, before it paints, if the place is visible. The entry has the size, which the element
    // would lay the page out for.
    const observer = new ResizeObserver(([entry]) => {
      const size = entry?.contentRect;
      const width = Math.round((size?.width ?? 0) * devicePixelRatio);
      const height = Math.round((size?.height ?? 0) * devicePixelRatio);
      if (width === 0) return;
      Object.assign(element, { width, height });
      const drawing = ground.findLast((each) => each.width >= width) ?? ground[0];
      if (drawing) element.getContext('2d')?.drawImage(drawing, 0, 0, width, height);
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [ground]);
  return <canvas ref={canvas} className="absolute inset-0 size-full" />;
}
