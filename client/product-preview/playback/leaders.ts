/** Between the bends of two leaders, in pixels, so that they do not meet. */
const apart = 8;

interface Leader {
  from: DOMRect;
  to: DOMRect;
}

const middle = ({ top, height }: DOMRect) => top + height / 2;

/** A line from the phrase that bends once on its way to the title, and its arrow. */
function path({ from, to }: Leader, index: number, origin: DOMRect): [dot: string, line: string] {
  const start = `${from.left - origin.left - 4} ${middle(from) - origin.top}`;
  const bend = from.left - origin.left - 18 - index * apart;
  const end = to.right - origin.left;
  return [`M${start}h.1`, `M${start}H${bend}V${middle(to) - origin.top}H${end}m4-3-4 3 4 3`];
}

function element(name: string, attributes: Record<string, string>, ...children: Element[]) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  made.append(...children);
  return made;
}

/** Draws a leader from each marked phrase to its title, where the page stands beside the storyline. */
export function drawLeaders(body: Element): void {
  const origin = body.getBoundingClientRect();
  const leaders = [...body.querySelectorAll<HTMLElement>('.reading [data-phrase]')].flatMap(
    (phrase) => {
      const title = body.querySelector(`[data-title="${phrase.dataset.phrase}"]`);
      return title
        ? [{ from: phrase.getBoundingClientRect(), to: title.getBoundingClientRect() }]
        : [];
    },
  );
  if (leaders.some(({ from, to }) => from.left < to.right)) return;
  body.append(
    element(
      'svg',
      { class: 'leaders', 'aria-hidden': 'true' },
      ...leaders.map((leader, index) => {
        const [dot, line] = path(leader, index, origin);
        return element(
          'g',
          { class: `leader [--n:${index}]` },
          element('path', { class: 'dot', d: dot }),
          element('path', { d: line }),
        );
      }),
    ),
  );
}
