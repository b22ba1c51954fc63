import { useLayoutEffect, useRef } from 'react';

/** Calls a function once, when React has put the component into the document. */
export function useCommitted(run: () => void): void {
  const once = useRef(run);
  useLayoutEffect(() => once.current(), []);
}
