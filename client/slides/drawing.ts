import { createContext, use } from 'react';

interface Drawing {
  /** True inside a miniature, where charts are drawn without words. */
  isBare: boolean;
  /** How wide the typeface of the slide is, compared with our own. */
  wideness: number;
}

/** The drawing inside a miniature. */
export const bareDrawing: Drawing = { isBare: true, wideness: 1 };

export const DrawingContext = createContext<Drawing>({ isBare: false, wideness: 1 });

export const useBare = (): boolean => use(DrawingContext).isBare;
export const useWideness = (): number => use(DrawingContext).wideness;
