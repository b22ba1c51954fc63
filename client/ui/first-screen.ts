/** The id of the element that ends the first screen of a page. The browser paints once it has parsed that element. */
export const firstScreenEnd = 'first-screen-end';
