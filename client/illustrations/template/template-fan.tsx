import Drawing from './template-fan.svg?react';

/** Draws how one template leads to sixteen slides, one of them marked; 600 × 284 units. */
export function TemplateFan() {
  return (
    <div className="@container max-w-[600px]" aria-hidden="true">
      <div className="relative text-[max(11px,2.33cqi)] on-paper:text-[2.33cqi] text-ink-2 leading-tight">
        <Drawing />
        <span className="absolute top-[67.5%] left-0">One template</span>
        <span className="absolute top-[94%] left-[41%]">Every deck that follows</span>
      </div>
    </div>
  );
}
