import { useLayoutEffect, useRef } from 'react';
import type { OwnTemplate } from './own-template.ts';

/** Shows the ground of a template in the size of its place. A hidden ground is drawn when it appears. */
export function Ground({ of: { ground } }: { of: OwnTemplate }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useLayoutEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const draw = () => {
      const width = Math.round(element.clientWidth * devicePixelRatio);
      const height = Math.round(element.clientHeight * devicePixelRatio);
      if (width === 0) return;
      Object.assign(element, { width, height });
      const context = element.getContext('2d');
      if (context) context.imageSmoothingQuality = 'high';
      const { small, large } = ground;
      context?.drawImage(width > small.width ? large : small, 0, 0, width, height);
    };
    // The browser calls this at once, before it paints, if the place is visible.
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ground]);
  return <canvas ref={canvas} className="absolute inset-0 size-full" />;
}
