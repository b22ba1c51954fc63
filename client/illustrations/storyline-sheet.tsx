import { ThreadStart } from './thread.tsx';

const titles = [
  'Network cost has outgrown volume',
  'Nine hubs now do the work of five',
  'Four hubs carry most of the margin gap',
  'Nine hubs to five restores',
  'Next-day cover holds in every region',
  'The move pays back within two years',
  'Closing the North hubs first limits risk',
  'Decision: approve the five-hub plan',
];

/** The storyline: eight titles, of which the fourth comes from the scope and becomes a slide. */
export function StorylineSheet() {
  return (
    <div
      className="@container relative h-[318px] max-w-[332px] border-[1.5px] border-slide-ink bg-slide px-4 pt-3 text-slide-ink forced-color-adjust-none"
      translate="no"
      aria-hidden="true"
    >
      <p className="font-semibold text-[14px]">Storyline</p>
      {titles.map((title, index) => (
        <p
          className={`flex h-8 items-center border-slide-rule font-serif whitespace-nowrap text-[clamp(11px,4.88cqi,14.5px)] ${index && 'border-t'} ${index === 3 && 'font-bold'}`}
          key={title}
        >
          <span className="w-[22px] font-normal font-sans text-[11px] text-slide-ink-2 tabular-nums">
            {index + 1}
          </span>
          {title}
          {index === 3 && (
            <>
              <span className="ml-1 bg-marker px-0.5 text-on-marker">4.2 points</span>
              <ThreadStart />
            </>
          )}
        </p>
      ))}
    </div>
  );
}
