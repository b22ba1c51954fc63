/** Text on a drawn page, with `*…*` under the pen. */
export function PennedText({ children }: { children: string }) {
  return children.split('*').map((part, index) =>
    index % 2 === 1 ? (
      <span key={part} className="pen">
        {part}
      </span>
    ) : (
      part
    ),
  );
}
