import { Drawing } from './drawing.tsx';

/** A blank slide on the night slab, its prompt struck out with the pen. */
export function EmptySlide() {
  return (
    <Drawing>
      <path className="d-night" d="M.6.6h382.8v214.8H.6z" />
      <path className="d-night d-dash" d="M32 35h320v67.5H32zM32 120.5h320v61H32z" />
      <path
        className="d-night d-slab"
        d="M29.5 32.5h5v5h-5zM349.5 32.5h5v5h-5zM29.5 100h5v5h-5zM349.5 100h5v5h-5z"
      />
      <text className="d-night-text d-prompt" x="192" y="77" textAnchor="middle">
        Click to add title
      </text>
      <text className="d-night-text" x="192" y="154.5" textAnchor="middle">
        Click to add text
      </text>
      <path className="d-pen" d="M73.4 71.1c80-3.5 158-1.5 238-4.6l.3 4.6c-80 2-158 1.5-238 4.9z" />
    </Drawing>
  );
}
