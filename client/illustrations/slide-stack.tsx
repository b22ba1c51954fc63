import { Miniature } from '../product-preview/documents/miniature.tsx';
import { titles } from '../product-preview/sample/engagement.ts';

/** The finished deck: eight slides, the fourth in front; 386 × 254 units. */
export function SlideStack() {
  return (
    <div className="relative max-w-[386px]">
      <svg
        className="block w-full fill-slide stroke-slide-ink forced-color-adjust-none"
        viewBox="0 0 386 254"
        aria-hidden="true"
      >
        {titles.slice(1).map(({ number }, index) => (
          <path key={number} d={`M${84.75 - index * 12} ${0.5 + index * 12}h300v168h-300z`} />
        ))}
      </svg>
      <div className="absolute bottom-0 left-0 w-[78%] border-[1.5px] border-slide-ink">
        <Miniature number={4} />
      </div>
    </div>
  );
}
