import type { ComponentType } from 'react';

/** Offers the sample deck: in the success view of the dialog, or on a page. */
export type Offer = ComponentType<{ place: 'dialog' | 'page' }>;
