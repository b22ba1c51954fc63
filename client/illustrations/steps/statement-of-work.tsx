import TemplateCorner from '../template/template-corner.svg?react';
import { engagementName, lines } from '../theatre-review.ts';
import { ThreadStart } from './thread.tsx';

const heading = 'mt-2.5 font-semibold';
const marked = '-mx-0.5 bg-marker box-decoration-clone px-0.5 text-on-marker';

/** Draws page 2 of the statement of work, with a layout of the template over its corner. */
export function StatementOfWork() {
  return (
    <div
      className="relative h-[318px] max-w-[350px] text-[11px] text-slide-ink leading-[1.3]"
      translate="no"
      aria-hidden="true"
    >
      <div className="h-full w-[236px] border-[1.5px] border-slide-ink bg-slide px-4 pt-4 forced-color-adjust-none">
        <p className="font-serif text-[14px]">Statement of work</p>
        <p className="border-slide-rule border-b pb-1.5 text-slide-ink-2">{engagementName}</p>
        <p className={heading}>1 Background</p>
        <p>
          <span className={marked}>Theatres are open nine hours a day.</span> Patients are in them
          for 5.8.
        </p>
        <p className={heading}>2 Objective</p>
        <p className="flex items-center">
          <span className={`${marked} max-w-[80%]`}>{lines.baseline.text}</span>
          <ThreadStart />
        </p>
        <p className={heading}>3 Scope</p>
        <p>Six theatres, planned surgery</p>
        <p className={heading}>4 Deliverable</p>
        <p className="max-w-[7.5rem]">
          <span className={marked}>One deck on which the board can decide</span>
        </p>
      </div>
      <TemplateCorner />
    </div>
  );
}
