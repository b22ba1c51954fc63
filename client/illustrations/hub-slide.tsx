import { Handles } from '../slides/handles.tsx';
import { hubs } from '../slides/hubs.ts';
import { Slide } from '../slides/slide.tsx';
import { MarkedText } from '../ui/marked-text.tsx';

/** Returns the path of the bars: a bar for each hub, 16 units high, and 16 long for each percent of the gap. */
const bars = (closes: boolean) =>
  hubs
    .map((hub, row) => (hub.closes === closes ? `M0 ${6 + row * 24}h${hub.gap * 16}v16H0z` : ''))
    .join('');

const title = (
  <div className="relative -ml-[1.15cqw] w-[56.3cqw] border border-slide-ink px-[1.1cqw] py-[.6cqw] text-[3.86cqw] leading-[1.155]">
    Four under-filled hubs carry
    <br />
    <MarkedText isDrawn>*most of the margin gap*</MarkedText>
    <Handles ground="bg-slide" />
  </div>
);

/**
 * Draws slide 3 on its grid, with the title selected. On a phone the slide is wider than the screen, which cuts the slide
 * off where its chart ends.
 */
export function HubSlide() {
  return (
    <Slide
      tracker="Network economics"
      title={title}
      note="Note: illustrative.| Source: SOW.pdf, p. 11"
      number={3}
      className="aspect-video max-md:w-[max(30rem,(100%+var(--spacing-gutter))*1.55)] [&>div]:px-[4.9cqw]"
    >
      <div className="relative mb-[1.5cqw] flex min-h-0 grow text-slide-ink">
        <div className="absolute inset-0 bg-[repeating-linear-gradient(90deg,currentColor_0_6.85%,transparent_0_8.47%)] opacity-[.055]" />
        <div className="relative flex w-[59.5cqw] flex-col pt-[1.2cqw] pb-[.8cqw]">
          <b>Share of the margin gap, by hub</b>
          <div className="flex min-h-0 grow">
            <div className="grid w-[max(7.7cqw,3.3rem)] grid-rows-9 items-center leading-none">
              {hubs.map(({ name }) => (
                <span key={name}>{name}</span>
              ))}
            </div>
            <svg
              className="h-full grow stroke-slide-ink *:[vector-effect:non-scaling-stroke]"
              viewBox="0 2 428 216"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <path className="fill-slide-light stroke-none" d={bars(false)} />
              <path className="deck-key" d={bars(true)} />
              <path d="M0 2v216" />
            </svg>
          </div>
        </div>
        <div className="relative my-[1.5cqw] border-slide-rule border-l pl-[1.5cqw]">
          <span className="text-slide-ink-2">So what</span>
          <p className="mt-[.6cqw] font-medium font-serif text-[2.42cqw] leading-tight">
            Two of the four are in
            <br />
            the North. Start there.
          </p>
        </div>
      </div>
    </Slide>
  );
}
