/** The pages that are one sheet each, as one script. */
export { Careers } from './careers.tsx';
export { Privacy, Terms } from './legal.tsx';
export { NotFound } from './not-found.tsx';
export { Outcome } from './outcome.tsx';
export { Upload } from './upload.tsx';
