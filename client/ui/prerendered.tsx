import { type ComponentType, useState, useSyncExternalStore } from 'react';

/** The prerendered parts of the page that React hydrates, by their ids. */
const sentParts = new Map<string, Element>();

/** Copies the prerendered parts of the page. Called once, before React hydrates the page. */
export function readPrerendered(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-prerendered]'))
    sentParts.set(element.dataset.prerendered ?? '', element.cloneNode(true) as Element);
}

/** React leaves an element with this attribute alone while it hydrates the page. */
const untouched = { __html: '' };
const neverChanges = () => () => {};

/** A prerendered part as the server sent it. When the visitor comes back to the page, a copy of the part is put in place. */
function SentPart({ id, part }: { id: string; part: Element }) {
  // The first render of a page that React hydrates reads the third function; the state keeps that answer.
  const [isHydrated] = useState(
    useSyncExternalStore(
      neverChanges,
      () => false,
      () => true,
    ),
  );
  return (
    <div
      className="contents"
      data-prerendered={id}
      // With Trusted Types the browser forbids a string as markup. Copies of nodes are allowed.
      {...(isHydrated && { dangerouslySetInnerHTML: untouched })}
      suppressHydrationWarning
      ref={(element) => {
        if (element?.hasChildNodes() === false)
          element.append(...(part.cloneNode(true) as Element).childNodes);
      }}
    />
  );
}

/** Load the code of each part. */
const preparations: (() => Promise<void>)[] = [];

/**
 * Makes a component of a part that React never changes. A browser that has received the part as HTML does not load
 * the part's code. The part must have no event handlers and no state, and must not use the router.
 * @param component the part where pages are prerendered, otherwise null.
 * @param load imports the part in a browser (`preparePrerendered`).
 */
export function prerendered(
  id: string,
  component: ComponentType | null,
  load: () => Promise<ComponentType>,
): ComponentType {
  let Part = component;
  preparations.push(async () => {
    if (!sentParts.has(id)) Part ??= await load();
  });
  return function Prerendered() {
    const part = sentParts.get(id);
    if (part) return <SentPart id={id} part={part} />;
    return (
      <div className="contents" data-prerendered={id}>
        {Part && <Part />}
      </div>
    );
  };
}

/** Loads the code of all parts that the page was sent without. */
export async function preparePrerendered(): Promise<void> {
  await Promise.all(preparations.map((prepare) => prepare()));
}
