/** The thread from the scope to a slide: it leaves its source with a dot, and is drawn where three columns stand. */
export function ThreadStart({ className }: { className: string }) {
  return (
    <span className={`flex grow items-center max-xl:hidden ${className}`}>
      <span className="size-[7.5px] rounded-full bg-slide-ink" />
      <span className="h-[1.5px] grow bg-slide-ink" />
    </span>
  );
}
