const context = document.createElement('canvas').getContext('2d');

/**
 * Returns the width of a text in pixels; undefined where the browser has no canvas.
 * @param font the font as CSS writes it.
 */
export function textWidth(text: string, font: string): number | undefined {
  if (!context) return;
  context.font = font;
  return context.measureText(text).width;
}
