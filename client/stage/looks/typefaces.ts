const sample = 'mmmmmmmmmmlli WAgq 0123';

/**
 * Returns whether a typeface is on this device. If so, a text in the typeface is wider or narrower than the same text in
 * one of two stand-ins. The page's own typefaces count as being on the device.
 */
export function isOnDevice(name: string): boolean {
  const canvas = document.createElement('canvas').getContext('2d');
  if (!canvas) return false;
  const width = (family: string) => {
    canvas.font = `72px ${family}`;
    return canvas.measureText(sample).width;
  };
  return ['monospace', 'serif'].some(
    (generic) => width(`"${name}", ${generic}`) !== width(generic),
  );
}
