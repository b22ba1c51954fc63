/** The classes of a title that states a message: of a landing section or a content page. */
export const titleStyle = 'isolate mt-[1.15rem] max-w-[21em] text-balance font-serif text-title';
