import type { DeviceName } from './devices.ts';

export interface PreviewReport {
  ok: true;
  address: string;
  device: DeviceName;
  size: { width: number; height: number };
  /** Where it is shown: a window of its own, the default browser, a picture, or nowhere but at its address. */
  shownIn: 'window' | 'default browser' | 'picture' | 'nothing';
  file?: string;
}
