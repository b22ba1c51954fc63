/**
 * The sample deck on the page: the stage of the hero, the product window, and the offer of the deck after a sign-up.
 * `client/sections/order.ts` takes them in.
 */
export { DeckDownload, DialogOffer, PageOffer } from './deck-offer.tsx';
export { DragWords } from './hero/drag-words.tsx';
export { SecondAction } from './hero/second-action.tsx';
export { Stage } from './hero/stage.tsx';
export { TemplateLine } from './hero/template-line.tsx';
export { ProductWindow } from './product-window.tsx';
