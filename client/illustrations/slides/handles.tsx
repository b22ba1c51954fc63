const corners = ['-top-1 -left-1', '-top-1 -right-1', '-bottom-1 -left-1', '-right-1 -bottom-1'];

/** The four handles of a selected frame, whose colour they take; they hide its corners with `ground`. */
export function Handles({ ground }: { ground: string }) {
  return corners.map((corner) => (
    <span className={`absolute size-[7px] border ${ground} ${corner}`} key={corner} />
  ));
}
