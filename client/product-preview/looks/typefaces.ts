const sample = 'mmmmmmmmmmlli WAgq 0123';

/**
 * Tells whether a typeface is on this device: a text in it is then wider or narrower than in each of the two stand-ins.
 * The page's own typefaces count as there.
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
