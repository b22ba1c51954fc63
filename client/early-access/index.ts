export { EarlyAccessButton } from './button.tsx';
export { EarlyAccessDialog } from './dialog.tsx';
