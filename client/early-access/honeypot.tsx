/** Filled in by programs alone: out of sight, and closed to those that fill forms in for people. */
export function Honeypot({ id }: { id: string }) {
  return (
    <div className="absolute -left-[200vw]" aria-hidden="true">
      <label htmlFor={id}>Website</label>
      <input
        id={id}
        name="website"
        tabIndex={-1}
        autoComplete="off"
        data-1p-ignore=""
        data-lpignore="true"
      />
    </div>
  );
}
