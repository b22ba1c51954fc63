import { ThreadStart } from './thread.tsx';

const heading = 'mt-[11px] font-semibold';
const marked = '-mx-[3px] bg-marker box-decoration-clone px-[3px] text-on-marker';

/** Page 3 of the statement of work, with a layout of the template over its corner. */
export function StatementOfWork() {
  return (
    <div
      className="relative h-[318px] max-w-[350px] text-[11px] text-slide-ink leading-[14px]"
      translate="no"
      aria-hidden="true"
    >
      <div className="h-full w-[236px] border-[1.5px] border-slide-ink bg-slide px-[18px] pt-[17px] forced-color-adjust-none">
        <p className="font-serif text-[14px] leading-[18px]">Statement of work</p>
        <p className="border-slide-rule border-b pb-1.5 text-slide-ink-2">
          Regional network review
        </p>
        <p className={heading}>1 Background</p>
        <p>
          <span className={marked}>Network cost has risen faster than volume</span> since FY23.
        </p>
        <p className={heading}>2 Objective</p>
        <p className="flex items-center">
          <span className={`${marked} ml-[-3px] max-w-[80%]`}>
            Baseline: margin 6.1% in FY25, target 10.3% by FY28.
          </span>
          <ThreadStart className="-mr-[18px]" />
        </p>
        <p className={heading}>3 Scope</p>
        <p>Nine hubs, three regions</p>
        <p className={heading}>4 Deliverable</p>
        <p className="max-w-[7.5rem]">
          <span className={marked}>One board-ready deck with a clear decision</span>
        </p>
      </div>
      <svg
        className="absolute right-0 -bottom-px w-1/2 fill-slide-light stroke-slide-mid forced-color-adjust-none"
        viewBox="0 0 176 98"
        aria-hidden="true"
      >
        <path className="fill-slide" strokeWidth="2" d="M1 1h174v96H1z" />
        <path className="stroke-none opacity-60" d="M13 33h94v53H13zM118 33h44v53h-44z" />
        <path className="fill-slide-ink stroke-none" d="M13 14h110v7H13z" />
      </svg>
    </div>
  );
}
