/**
 * Path data of 45° hatch lines, rising to the right, that fill the box exactly.
 * All lengths are drawing units; `step` is the distance between lines along the x axis.
 */
export function hatch(left: number, right: number, top: number, bottom: number, step = 10): string {
  const height = bottom - top;
  let path = '';
  for (let foot = left - height + step; foot < right; foot += step) {
    const start = Math.max(foot, left);
    const end = Math.min(foot + height, right);
    if (end > start) path += `M${start} ${bottom - (start - foot)}L${end} ${bottom - (end - foot)}`;
  }
  return path;
}
