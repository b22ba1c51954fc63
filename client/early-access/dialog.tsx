/** The early-access dialog, prerendered closed. */
export function EarlyAccessDialog() {
  return <dialog id="early-access" aria-label="Early access" />;
}
