/** Draws the start of the thread from the scope to a slide: a dot and a line. It shows only beside a second column. */
export function ThreadStart() {
  return (
    <span className="ml-1 -mr-4 flex grow items-center max-xl:hidden">
      <span className="size-[7.5px] rounded-full bg-slide-ink" />
      <span className="h-0.5 grow bg-slide-ink" />
    </span>
  );
}
