import type { Terminal } from '../../output/terminal.ts';
import type { DeviceName } from './devices.ts';

export interface PreviewReport {
  ok: true;
  address: string;
  device: DeviceName;
  size: { width: number; height: number };
  /** Where it is shown: a window of its own, a picture, or nowhere but at its address. */
  shownIn: 'window' | 'picture' | 'nothing';
  file?: string;
}

const endings = {
  window: 'Close the window to end.',
  nothing: 'No window was opened: Playwright or a display is missing. Ctrl-C ends it.',
} as const;

/** Where it is to be seen, and how it ends. */
export function renderPreview(report: PreviewReport, { paint }: Terminal): string {
  const { address, device, size, shownIn, file } = report;
  const shape = `${device}, ${size.width} × ${size.height}`;
  if (shownIn === 'picture') return `${file} (${shape})`;
  return `${paint('bold', address)} (${shape})\n${endings[shownIn]}`;
}
