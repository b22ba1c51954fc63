/** The start of the media types of Office. */
export const types = 'application/vnd.openxmlformats-officedocument';

/** Returns the media type of a part of a presentation by its name, as `slide`. */
export const partType = (name: string): string => `${types}.presentationml.${name}+xml`;
