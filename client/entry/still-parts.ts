import type { ComponentType } from 'react';
import { WindowBody } from '../product-preview/window-body.tsx';

/** Every part that the prerenderer draws, for `<StillParts value={stillParts}>` around the page. */
export const stillParts: Record<string, ComponentType> = { 'window-body': WindowBody };
