import { Handles } from './handles.tsx';

/** What each hub adds to the margin gap, as the length of its bar; the first four are marked. */
const hubs: readonly [name: string, length: number][] = [
  ['North 1', 402],
  ['North 2', 341],
  ['Centre 1', 287],
  ['South 1', 246],
  ['North 3', 105],
  ['Centre 2', 86],
  ['Centre 3', 69],
  ['South 2', 55],
  ['South 3', 42],
];
const bars = (from: number, to?: number) =>
  hubs
    .slice(from, to)
    .map(([, length], index) => `M0 ${6 + (from + index) * 24.1}h${length}v16H0z`)
    .join('');
const columns = Array.from({ length: 12 }, (_, index) => `M${index * 63}.2 0h51v10h-51z`).join('');

/**
 * Slide 3 on its grid, with the title selected. `cqi` is a hundredth of its width, which is 824 px at best. A
 * phone shows the left of it, as far as the chart goes.
 */
export function HubSlide() {
  return (
    <div
      className="@container relative flex aspect-video flex-col bg-slide text-slide-ink-2 shadow-win forced-color-adjust-none max-md:w-[calc((100%+var(--spacing-gutter))*1.55)]"
      translate="no"
      aria-hidden="true"
    >
      <div className="flex grow flex-col px-[4.9cqi] pt-[2.8cqi] pb-[2cqi] text-[max(11px,1.67cqi)] leading-normal">
        <p className="flex items-center justify-between">
          Network economics
          <span className="border px-[.55em] max-md:invisible">Illustrative</span>
        </p>
        <div className="relative mt-[.7cqi] -ml-[1.15cqi] w-[56.3cqi] border border-slide-ink px-[1.1cqi] py-[.6cqi] font-medium font-serif text-[3.86cqi] text-slide-ink leading-[1.155]">
          Four under-filled hubs carry
          <br />
          <span className="-mx-[.1em] bg-marker px-[.1em] text-on-marker">
            most of the margin gap
          </span>
          <Handles ground="bg-slide" />
        </div>
        <div className="relative mt-[1.6cqi] flex grow border-slide-ink border-t">
          <svg
            className="absolute size-full fill-slide-ink opacity-[.055]"
            viewBox="0 0 744 10"
            preserveAspectRatio="none"
            aria-hidden="true"
          >
            <path d={columns} />
          </svg>
          <div className="relative flex w-[59.5cqi] flex-col pt-[1.2cqi] pb-[.8cqi]">
            <b className="text-slide-ink">Share of the margin gap, by hub</b>
            <div className="flex grow">
              <div className="grid w-[max(7.7cqi,3.3rem)] grid-rows-9 items-center text-slide-ink leading-none">
                {hubs.map(([name]) => (
                  <span key={name}>{name}</span>
                ))}
              </div>
              <svg
                className="h-full min-h-[8.5rem] grow stroke-slide-ink *:[vector-effect:non-scaling-stroke]"
                viewBox="0 0 428 222"
                preserveAspectRatio="none"
                aria-hidden="true"
              >
                <path className="fill-slide-light stroke-none" d={bars(4)} />
                <path className="fill-marker" d={bars(0, 4)} />
                <path d="M0 0v222" />
              </svg>
            </div>
          </div>
          <div className="relative my-[1.5cqi] border-slide-rule border-l pl-[1.5cqi] max-md:hidden">
            So what
            <p className="mt-[.6cqi] font-medium font-serif text-[2.42cqi] text-slide-ink leading-[1.25]">
              Two of the four are in
              <br />
              the North. Start there.
            </p>
          </div>
        </div>
        <p className="mt-[1.5cqi] flex justify-between">
          Note: not to scale. Source: team analysis <span className="max-md:hidden">3</span>
        </p>
      </div>
    </div>
  );
}
