import { Drawing } from './drawing.tsx';

/** A curve that stops over a broken axis, with the rest of it dashed. */
export function StoppedCurve() {
  return (
    <Drawing>
      <path d="M32 36v138M19 174h149l8-13 11.3 26.5L195.5 174h170" />
      <path
        strokeWidth="1.6"
        d="M32.5 145c27-2.5 48-21 73.5-27 11.5-2.5 20-2.5 30.5-6.5 13-5.5 19.5-17.5 30-30.8"
      />
      <path
        className="stroke-ink-3"
        strokeDasharray="3 3"
        d="M166.5 80.7l27.5-9.3c29 9.5 51 47.5 71 62.5 19 13.5 45 14 90.5 16"
      />
      <path
        className="fill-marker stroke-on-marker"
        d="M158.5 72.7h16v16h-16zM162.5 76.7l8 8M170.5 76.7l-8 8"
      />
      <text x="204" y="62">
        Render stopped here
      </text>
    </Drawing>
  );
}
