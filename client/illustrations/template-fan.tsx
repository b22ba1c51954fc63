/** What a slide of the deck shows, from its own corner, in its 76 × 46 units. */
const kinds: { lines?: string; bars?: string; curve?: string }[] = [
  { lines: 'm44 24.5h24m-24 7h24m-24 7h14', bars: 'm8 31h6v9h-6zm10-6h6v15h-6zm10-4.5h6v19.5h-6z' },
  { lines: 'm8 22.5h26m-26 7h26m-26 7h18m16-14h26m-26 7h26m-26 7h18' },
  { curve: 'm8 39l16-6.5 16 2 28-14' },
  { lines: 'm8 22.5h60m-60 8h60m-60 8h60m-40-20v23.5m20-23.5v23.5' },
];
const slides = Array.from({ length: 16 }, (_, index) => {
  const column = index % 4;
  const row = Math.floor(index / 4);
  const kind = kinds[(column - row + kinds.length) % kinds.length];
  return {
    ...kind,
    corner: `M${246.5 + column * 92} ${0.5 + row * 71.5}`,
    // Titles differ in length, without a pattern that one notices.
    title: `m8 10h${38 + ((5 * column + 3 * row) % 7) * 3}`,
  };
});
const marked = slides[9];

/** One path for all slides, of what each has of it. */
const drawn = (part: (slide: (typeof slides)[number]) => string | undefined) =>
  slides.map((slide) => (part(slide) ? slide.corner + part(slide) : '')).join('');

/** One template fans out to sixteen slides, one of them marked; 600 × 284 units. */
export function TemplateFan() {
  return (
    <div className="@container max-w-[600px]" aria-hidden="true">
      <div className="relative text-[max(11px,2.33cqi)] print:text-[2.33cqi] text-ink-2 leading-tight">
        <svg className="w-full fill-none stroke-ink" viewBox="0 0 600 284" aria-hidden="true">
          <path className="fill-sheet" strokeWidth="1.5" d="M.75 81h176v99H.75z" />
          <path strokeWidth="3" d="M16 100h96" />
          <path
            className="stroke-ink-3"
            strokeDasharray="4 3"
            d="M16.5 114.5H105v50H16.5zM114.5 114.5h46v50h-46z"
          />
          <path d="M177 130.5h40M246.5 24H217v213.5h29.5M217 95.5h29.5M217 166.5h29.5" />
          <path className="fill-sheet" d={drawn(() => 'h76v46h-76z')} />
          <path
            className="stroke-edge opacity-70"
            strokeWidth="1.5"
            d={drawn(({ lines }) => lines)}
          />
          <path className="fill-ink stroke-none" d={drawn(({ bars }) => bars)} />
          <path d={drawn(({ curve }) => curve)} />
          <path strokeWidth="2" d={drawn(({ title }) => title)} />
          <path className="stroke-marker" strokeWidth="8" d={`${marked?.corner}${marked?.title}`} />
          <path
            className="stroke-on-marker"
            strokeWidth="2"
            d={`${marked?.corner}${marked?.title}`}
          />
        </svg>
        <span className="absolute top-[67.5%] left-0">One template</span>
        <span className="absolute top-[94%] left-[41%]">Every deck that follows</span>
      </div>
    </div>
  );
}
