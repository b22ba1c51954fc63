const corners = ['-top-1 -left-1', '-top-1 -right-1', '-bottom-1 -left-1', '-right-1 -bottom-1'];

/** Draws the four handles of a selected frame. @param ground the class of the background that hides the frame's corners. */
export function Handles({ ground }: { ground: string }) {
  return corners.map((corner) => (
    <span className={`absolute size-[7px] border ${ground} ${corner}`} key={corner} />
  ));
}
