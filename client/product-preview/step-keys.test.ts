import { describe, expect, it } from 'vitest';
import { stepForKey, stepNamed } from './step-keys.ts';

describe('stepForKey', () => {
  it('moves to the neighbour with the arrow keys', () => {
    expect(stepForKey('draft', 'ArrowRight')).toBe('edit');
    expect(stepForKey('draft', 'ArrowLeft')).toBe('upload');
  });

  it('goes round at both ends', () => {
    expect(stepForKey('deliver', 'ArrowRight')).toBe('upload');
    expect(stepForKey('upload', 'ArrowLeft')).toBe('deliver');
  });

  it('jumps with Home and End', () => {
    expect(stepForKey('edit', 'Home')).toBe('upload');
    expect(stepForKey('edit', 'End')).toBe('deliver');
  });

  it('leaves other keys to the page', () => {
    for (const key of ['ArrowDown', 'Tab', 'a', 'toString']) {
      expect(stepForKey('draft', key)).toBeUndefined();
    }
  });
});

describe('stepNamed', () => {
  it('knows the four steps and nothing else', () => {
    expect(stepNamed('upload')).toBe('upload');
    expect(stepNamed('constructor')).toBeUndefined();
    expect(stepNamed(undefined)).toBeUndefined();
  });
});
