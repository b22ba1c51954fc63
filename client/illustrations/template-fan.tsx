/** What a slide of the deck shows, in its own 76 × 46 units. */
const kinds = ['chart', 'columns', 'curve', 'table'] as const;
const grey = {
  chart: 'M44 24.5h24M44 31.5h24M44 38.5h14',
  columns: 'M8 22.5h26M8 29.5h26M8 36.5h18M42 22.5h26M42 29.5h26M42 36.5h18',
  curve: '',
  table: 'M8 22.5h60M8 30.5h60M8 38.5h60M28 18.5V42M48 18.5V42',
};

function MiniSlide({ column, row }: { column: number; row: number }) {
  const kind = kinds[(column - row + kinds.length) % kinds.length] ?? 'chart';
  const isMarked = column === 1 && row === 2;
  // Titles differ in length, without a pattern that one notices.
  const title = 38 + ((5 * column + 3 * row) % 7) * 3;
  return (
    <g transform={`translate(${246.5 + column * 92} ${0.5 + row * 71.5})`}>
      <path className="fill-sheet" d="M0 0h76v46H0z" />
      <path className="stroke-edge opacity-70" strokeWidth="1.5" d={grey[kind]} />
      {kind === 'chart' && (
        <path className="fill-ink stroke-none" d="M8 31h6v9H8zM18 25h6v15h-6zM28 20.5h6V40h-6z" />
      )}
      {kind === 'curve' && <path d="M8 39l16-6.5 16 2 28-14" />}
      {isMarked && <path className="fill-marker stroke-none" d={`M6.5 6h${title + 3}v8H6.5z`} />}
      <path className={isMarked ? 'stroke-on-marker' : ''} strokeWidth="2" d={`M8 10h${title}`} />
    </g>
  );
}

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
          {[0, 1, 2, 3].map((row) =>
            [0, 1, 2, 3].map((column) => (
              <MiniSlide key={`${column} ${row}`} {...{ column, row }} />
            )),
          )}
        </svg>
        <span className="absolute top-[67.5%] left-0">One template</span>
        <span className="absolute top-[94%] left-[41%]">Every deck that follows</span>
      </div>
    </div>
  );
}
