import type { ReactNode } from 'react';
import { EarlyAccessButton } from '../../early-access/button.tsx';
import { forget } from './choose-template.ts';
import { downloadInTemplate } from './save-deck.ts';

/** Forgets the visitor's template. */
export const ForgetButton = () => (
  <button type="button" className="text-button" onClick={forget}>
    Forget
  </button>
);

/** The words of the button that saves the deck in the visitor's template. */
export const downloadWords = (
  <span className="text-balance">Download these eight slides in your template</span>
);

interface DownloadProps {
  className: string;
  /** Stands in place of the words. */
  children?: ReactNode;
}

/** Makes the deck in the visitor's template and saves it. */
export const DownloadInTemplate = ({ className, children = downloadWords }: DownloadProps) => (
  <button type="button" className={className} onClick={downloadInTemplate}>
    {children}
  </button>
);

/** Says under which name the deck was saved, and leads to the sign-up. */
export const SavedWords = ({ name }: { name: string }) => (
  <>
    <span className="block truncate">{`Saved as ${name}.`}</span>
    <span className="max-md:hidden">{'For your own scope: '}</span>
    <EarlyAccessButton source="hero" className="text-button" />
  </>
);
