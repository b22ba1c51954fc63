/** Inner sizes in CSS pixels. */
export const devices = {
  desktop: { width: 1440, height: 900, touch: false },
  tablet: { width: 820, height: 1180, touch: true },
  phone: { width: 390, height: 844, touch: true },
} as const;

export type DeviceName = keyof typeof devices;
export type Device = (typeof devices)[DeviceName];

export const deviceNames = Object.keys(devices) as DeviceName[];
