import type { Terminal } from '../../output/terminal.ts';
import type { DeviceName } from './devices.ts';

const cures = {
  Playwright: 'install it by npm ci',
  display: '--shot FILE writes a picture',
} as const;

export interface PreviewReport {
  ok: true;
  address: string;
  device: DeviceName;
  size: { width: number; height: number };
  /** Where the page is shown. `nothing`: only at its address. */
  shownIn: 'window' | 'picture' | 'nothing';
  file?: string;
  /** The program or display that this machine lacks for a window. */
  missing?: keyof typeof cures;
}

/** Renders the address, the device, and how to end the preview. */
export function renderPreview(report: PreviewReport, { paint }: Terminal): string {
  const { address, device, size, shownIn, file, missing } = report;
  const shape = `${device}, ${size.width} × ${size.height}`;
  if (shownIn === 'picture') return `${file} (${shape})`;
  const ending = missing
    ? `No window: there is no ${missing} here (${cures[missing]}). Ctrl-C ends it.`
    : 'Close the window to end.';
  return `${paint('bold', address)} (${shape})\n${ending}`;
}
