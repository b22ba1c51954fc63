/** Draws a slide in the colours of one look, whatever look is chosen. */
export function LookIcon({ className }: { className: string }) {
  return (
    <svg className={`look-icon ${className}`} viewBox="0 0 34 20" aria-hidden="true">
      <path className="fill-deck-paper stroke-edge" d="M.5.5h33v19H.5z" />
      <path className="fill-deck-ink" d="M5 4h15v3H5zM5 12h7v4.5H5z" />
      <path className="fill-deck-key" d="M13.5 12h7v4.5h-7z" />
      <path className="fill-deck-mid" d="M22 12h7v4.5h-7z" />
    </svg>
  );
}
