/** Returns whether a part of the element is on the screen. */
export function isInView(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight && element.checkVisibility();
}

/** Scrolls to an element. Leaves the page under a dialog alone. */
export function bringIntoView(element: Element | null, block: ScrollLogicalPosition): void {
  if (!document.querySelector(':modal')) element?.scrollIntoView({ block });
}
