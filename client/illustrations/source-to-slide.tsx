/** A marked passage of the statement of work leads to the source line of a slide; 600 × 284 units. */
export function SourceToSlide() {
  return (
    <div className="@container max-w-[600px]" translate="no" aria-hidden="true">
      <div className="relative text-[max(11px,2.33cqi)] print:text-[2.33cqi] text-ink-2 leading-tight">
        <svg className="w-full fill-none stroke-ink" viewBox="0 0 600 284" aria-hidden="true">
          <path
            className="fill-sheet"
            strokeWidth="1.5"
            d="M.75.75h195.5l28 28v253.5H.75zM196.25.75v28h28M290.75 44.75h308.5v173h-308.5z"
          />
          <path
            className="stroke-edge opacity-60"
            strokeWidth="2"
            d="M22 62h176M22 78h160M22 94h120M22 184h176M22 200h150M22 216h176M22 232h168M22 248h90M486 132h92M486 146h92M486 160h78M486 174h54"
          />
          <path className="hidden max-[24rem]:inline" strokeWidth="4" d="M310 76h190M310 94h110" />
          <path d="M310 111h268M310 184.5h148M209 136h40v66h50" />
          <path
            className="fill-ink stroke-none"
            d="M314 150h18v34h-18zM434 126h18v58h-18zM298 197.5l9 4.5-9 4.5z"
          />
          <path className="fill-edge stroke-none" d="M386 133h18v7.5h-18zM410 126h18v7h-18z" />
          <path strokeDasharray="3 2" d="M362.5 135.5h18v5h-18z" />
          <path className="fill-marker stroke-on-marker" d="M338.5 135.5h18v15h-18z" />
        </svg>
        <span className="absolute top-[8%] left-[3.7%]">SOW.pdf, p. 3</span>
        <span className="absolute top-[48%] left-[3.7%] w-[31%] [translate:0_-50%] bg-marker px-[.7%] tracking-[-.01em] py-[.8%] font-medium text-on-marker forced-color-adjust-none">
          Baseline: margin 6.1% in FY25, target 10.3% by FY28
        </span>
        <svg className="absolute inset-0 fill-ink" viewBox="0 0 600 284" aria-hidden="true">
          <circle cx="209" cy="136" r="3.75" />
        </svg>
        <span className="absolute bottom-[63.5%] left-[51.7%] w-[46.5%] font-medium font-serif text-ink tracking-[-.01em] [font-size:max(11px,2.67cqi)] print:[font-size:2.67cqi] max-[24rem]:hidden">
          Moving from nine hubs to five <br className="max-xl:hidden" />
          restores 4.2 points<span className="relative -top-[.5em] text-[11px] leading-none">1</span>
        </span>
        <span className="absolute top-[67.5%] left-[51.7%]">1 Source: SOW.pdf, p. 3</span>
      </div>
    </div>
  );
}
