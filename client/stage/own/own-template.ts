import type { ComponentType, ReactNode } from 'react';
import type { RefusalReason } from '../../deck/index.ts';
import type { SlideContent } from '../../slides/slide-content.ts';
import type { Described, Ground } from '../reader/messages.ts';

/** A template that was read. It stays in the memory of this page. */
export interface OwnTemplate {
  /** The name of the file. */
  name: string;
  /** The number of the template in the worker. */
  number: number;
  description: Described;
  ground: Ground;
  /** How wide the body typeface is, compared with our own. */
  wideness: number;
  /** Typefaces that the file names and this device does not have. */
  missing: readonly string[];
  /** Draw slides and layouts in the template. */
  draw: {
    Slide: ComponentType<{ template: OwnTemplate; slide: SlideContent; frame?: ReactNode }>;
    Miniature: ComponentType<{ template: OwnTemplate; slide: SlideContent }>;
    Layouts: ComponentType<{ template: OwnTemplate }>;
  };
}

/**
 * Why the visitor did not get what was asked for: the engine refused the file, the engine did not load (without a network,
 * or because the server has a newer page), the worker lost the template, or the built file of the sample did not load.
 */
export type Failure =
  | RefusalReason
  | 'reader_missing'
  | 'reader_gone'
  | 'deck_lost'
  | 'deck_missing';

/** What the template line says. */
export type LineState =
  | { state: 'rest' | 'forgotten' }
  | { state: 'reading'; name: string }
  | { state: 'read'; templates: number; document?: string }
  | { state: 'failed'; reason: Failure; name: string };
