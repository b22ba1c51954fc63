/** Returns whether a part of the element is on the screen. */
export function isInView(element: Element): boolean {
  const { top, bottom, width } = element.getBoundingClientRect();
  return width > 0 && bottom > 0 && top < innerHeight && element.checkVisibility();
}
