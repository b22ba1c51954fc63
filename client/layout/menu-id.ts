/** The id of the phone menu, for the markup and the first script. */
export const menuId = 'menu';
