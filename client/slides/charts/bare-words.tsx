/** Draws words of a miniature as one line for each row. @param className the width of the column. */
export function BareWords({ count, className }: { count: number; className: string }) {
  return (
    <span className={`grid shrink-0 auto-rows-fr items-center ${className}`}>
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike
        <i key={row} className="h-px w-4/5 bg-deck-ink-2" />
      ))}
    </span>
  );
}
