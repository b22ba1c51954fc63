import { markedTitles } from '../sample/engagement.ts';

/** The distance between the bends of two leaders in pixels, so that the leaders do not meet. */
const apart = 8;

/**
 * Renders a leader for each marked phrase. `drawLeaders` sets the paths when the page is laid out. The drawing takes no
 * pointer events, because a press on a title under the drawing must choose that title.
 */
export function Leaders() {
  return (
    <svg
      className="pointer-events-none absolute inset-0 z-3 hidden size-full fill-none stroke-ink lg:data-playing:block"
      aria-hidden="true"
    >
      {markedTitles.map((title, index) => (
        <g key={title} className={`leader [--n:${index}]`} data-leader={title}>
          <path className="stroke-6 [stroke-linecap:round]" />
          <path />
        </g>
      ))}
    </svg>
  );
}

const middle = ({ top, height }: DOMRect) => top + height / 2;

/** Draws each leader from its phrase to its title, where the page stands beside the storyline. */
export function drawLeaders(body: Element): void {
  const origin = body.getBoundingClientRect();
  for (const [index, leader] of body.querySelectorAll<SVGElement>('.leader').entries()) {
    const title = leader.dataset.leader;
    const from = body.querySelector(`[data-phrase="${title}"]`)?.getBoundingClientRect();
    const to = body.querySelector(`[data-title="${title}"]`)?.getBoundingClientRect();
    if (!from || !to || from.left < to.right) continue;
    const start = `M${from.left - origin.left - 4} ${middle(from) - origin.top}`;
    const bend = from.left - origin.left - 18 - index * apart;
    const end = `V${middle(to) - origin.top}H${to.right - origin.left}m4-3-4 3 4 3`;
    leader.children[0]?.setAttribute('d', `${start}h.1`);
    leader.children[1]?.setAttribute('d', `${start}H${bend}${end}`);
  }
}
