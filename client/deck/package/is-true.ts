/** Says whether an attribute is true. XML writes `1` or `true`. */
export const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';
