/** The steps of the preview, each with its caption and its status text. */
export const steps = [
  {
    id: 'upload',
    name: 'Upload',
    caption: 'A statement of work (PDF or DOCX) and a brand template (PPTX) are enough to start.',
    status: 'Reading 2 files',
  },
  {
    id: 'draft',
    name: 'Draft',
    caption:
      'The scope becomes an argument: a storyline and slide titles, matched to the template.',
    status: 'Drafted: 8 titles, 8 slides',
  },
  {
    id: 'edit',
    name: 'Edit',
    caption: 'You keep the pen: reword any title, with unlimited revisions.',
    status: '',
  },
  {
    id: 'deliver',
    name: 'Deliver',
    caption: 'The deck leaves as a PPTX file, on your own template.',
    status: '8 slides ready',
  },
] as const;

/** The step that the server sends, and at which the transformation ends. */
export const restingStep = 'draft' satisfies (typeof steps)[number]['id'];
