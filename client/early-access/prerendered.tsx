import { prerenderConfig } from '../config/page-config.tsx';
import { createQueryClient } from './data-layer.ts';
import { EarlyAccess } from './early-access.tsx';

/** The dialog as it is prerendered: closed, empty, and asking nothing yet. */
export function PrerenderedDialog() {
  return <EarlyAccess config={prerenderConfig} client={createQueryClient()} />;
}
