import type { ComponentType, CSSProperties, ReactNode } from 'react';
import type { SlideContent } from '../../slides/slide-content.ts';
import type { Described, Opened } from '../reader/messages.ts';

/** A template that was read. It stays in the memory of this page. */
export interface OwnTemplate {
  /** The name of the file. */
  name: string;
  /** The number of the template in the worker. */
  number: number;
  description: Described;
  ground: Opened['ground'];
  /** The variables of its look: the colours and typefaces of exhibits (slide.css). */
  variables: CSSProperties;
  /** What the template line says about it: on a wide screen, and on a phone. */
  note: { wide: string; phone: string };
  /** What the sorter says about it: in bold, and after it. */
  usage: [string, string];
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
