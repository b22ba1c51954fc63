import { type ReactNode, useEffect, useRef } from 'react';
import { choose } from '../own/choose-template.ts';
import { prepareReader } from '../own/prepare.ts';

/** Takes the chosen files out of an input. */
function take(input: HTMLInputElement): void {
  const files = [...(input.files ?? [])];
  // Without this, choosing the same file again would be no change.
  input.value = '';
  choose(files);
}

/** Renders the button that chooses a file, with its words. */
export function FileControl({ children }: { children: ReactNode }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    // The visitor may have chosen a file before the script arrived.
    if (input.current) take(input.current);
  }, []);
  return (
    <label className="line-control scripted" onPointerDown={prepareReader}>
      <input
        ref={input}
        type="file"
        className="sr-only"
        accept=".pptx,.potx,.pptm,.potm,.ppsx,.ppsm,.pdf"
        multiple
        onFocus={prepareReader}
        onChange={({ currentTarget }) => take(currentTarget)}
      />
      {children}
    </label>
  );
}
