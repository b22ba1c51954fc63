/** The id of the element at which the first screen of a page ends. The browser paints once it has parsed that element. */
export const firstScreenEnd = 'first-screen-end';
