/** The steps of the preview and what the caption says of each. */
export const steps = [
  {
    id: 'upload',
    name: 'Upload',
    caption: 'Add a statement of work (PDF or DOCX) and a PowerPoint brand template (PPTX).',
  },
  {
    id: 'draft',
    name: 'Draft',
    caption: 'The AI drafts a storyline and slide titles, matched to the template.',
  },
  {
    id: 'edit',
    name: 'Edit',
    caption: 'Reword titles and reorder the story in the app, with unlimited revisions.',
  },
  {
    id: 'deliver',
    name: 'Deliver',
    caption: 'Download the finished deck as a PPTX file.',
  },
] as const;

export type StepId = (typeof steps)[number]['id'];
export const firstStep: StepId = 'draft';

export const exhibit = {
  label: 'Exhibit 1',
  stepsLabel: 'Steps of the product preview',
  note: 'Product preview. The engagement shown is invented.',
};
