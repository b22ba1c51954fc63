/** Media types of the parts of a presentation. */
export const types = 'application/vnd.openxmlformats-officedocument';
export const partType = (name: string): string => `${types}.presentationml.${name}+xml`;
