import type { ComponentType, ReactNode } from 'react';
import type { Description, RefusalReason } from '../../deck/index.ts';
import type { SlideContent } from '../../slides/slide-content.ts';

/** A template that was read. It stays in the memory of this page. */
export interface OwnTemplate {
  /** The name of the file. */
  name: string;
  description: Description;
  /** Background, shapes and pictures of the template, drawn once. */
  ground: HTMLCanvasElement;
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

/** Why a file did not become the template: the engine refused it, or the engine itself did not load. */
export type Failure = RefusalReason | 'reader_missing';

/** What the template line says. */
export type LineState =
  | { state: 'rest' | 'forgotten' }
  | { state: 'reading'; name: string }
  | { state: 'read'; templates: number; document?: string }
  | { state: 'failed'; reason: Failure; name: string };
