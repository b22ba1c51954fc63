import { type RefObject, useEffect, useState } from 'react';

const hasFile = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false;

/**
 * Takes files that are dropped on an element.
 * @returns whether a file is dragged over the element.
 */
export function useDroppedFile(
  target: RefObject<HTMLElement | null>,
  take: (file: File) => void,
): boolean {
  const [isDraggedOver, setDraggedOver] = useState(false);
  useEffect(() => {
    const element = target.current;
    if (!element) return;
    const events = new AbortController();
    const { signal } = events;
    const over = (event: DragEvent) => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setDraggedOver(true);
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!element.contains(relatedTarget as Node | null)) setDraggedOver(false);
    };
    const drop = (event: DragEvent) => {
      setDraggedOver(false);
      const [file] = event.dataTransfer?.files ?? [];
      if (!file) return;
      event.preventDefault();
      take(file);
    };
    element.addEventListener('dragover', over, { signal });
    element.addEventListener('dragleave', leave, { signal });
    element.addEventListener('drop', drop, { signal });
    return () => events.abort();
  }, [target, take]);
  return isDraggedOver;
}
