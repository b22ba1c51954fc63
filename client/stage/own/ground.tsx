import { useLayoutEffect, useRef } from 'react';

/** Shows the ground of a template in the size of its place. A hidden ground is drawn when it appears. */
export function Ground({ drawing }: { drawing: HTMLCanvasElement }) {
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
      context?.drawImage(drawing, 0, 0, width, height);
    };
    draw();
    const observer = new ResizeObserver(draw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [drawing]);
  return <canvas ref={canvas} className="absolute inset-0 size-full" />;
}
