import { signupTexts } from '../shared/signup/contract.ts';
import { site } from '../shared/site.ts';

/*
 * The copy of the pages, in reading order. In titles and leads, `*…*` is what the pen marks, once each,
 * and a line break is kept where there is room for it.
 */

export const advisors = 'Ex-cloud and finance-data engineering leaders';

export const hero = {
  title: 'Strategy decks\n*in minutes,*\nnot weeks.',
  lead: `Upload a statement of work and your PowerPoint template. ${site.name} drafts the storyline and slide titles to match. You edit, then download the deck.`,
  more: 'See how it works',
  stage: 'Pre-launch beta',
} as const;

export const features = {
  name: `Why ${site.name}`,
  title: 'Spend the time on *the argument,*\nnot on the first draft',
  bars: { weeks: ['Consulting team', 'Weeks'], minutes: [site.name, 'Minutes'] },
  cards: [
    {
      title: 'Consulting-level decks in minutes',
      text: 'An answer-first storyline with one message per slide and a title that states it. You start from a draft worth arguing with.',
    },
    {
      title: 'Research-backed outputs',
      text: 'Every draft is built on the scope of work you supply and backed by research, so each title has something to stand on.',
    },
    {
      title: 'Cost-effective and scalable',
      text: 'A fraction of the cost of hiring consultants, with unlimited revisions. One template carries every deck that follows.',
    },
  ],
  note: 'Weeks become minutes, and the time goes to the argument. Schematic, not to scale.',
} as const;

export const steps = {
  name: 'How It Works',
  title: '*Three steps* take you from\nstatement\u00a0of\u00a0work to finished PPTX',
  cards: [
    {
      title: 'Upload',
      description: 'Hand over the scope of the work and the look it has to wear.',
      details: ['Statement of work, as PDF or DOCX', 'PowerPoint brand template, as PPTX'],
    },
    {
      title: 'Draft',
      description: 'The AI reads both files and drafts the story as one argument.',
      details: ['A storyline, from question to decision', 'Slide titles matched to your template'],
    },
    {
      title: 'Deliver',
      description: 'You make it yours in the app, then take the file with you.',
      details: ['Unlimited revisions', 'Download as a PPTX deck'],
    },
  ],
  note: 'One line of the scope becomes title 4, and title 4 becomes a slide. Illustrative.',
} as const;

export const team = {
  name: 'Meet the Founders',
  title: 'One of us *wrote decks.*\nThe other designs tools.',
  note: 'One slide takes two hands: an argument and a grid. Illustrative.',
} as const;

export const closing = {
  name: 'Next step',
  title: 'Start your next deck *from the scope,*\nnot from a blank slide',
  claims: ['Unlimited revisions', 'A fraction of the cost of hiring consultants', site.trust],
  note: 'The placeholder goes, the argument stays. Illustrative.',
} as const;

export const earlyAccess = {
  name: 'Early access',
  title: 'Be among the first\n*to draft with it*',
  lead: `${site.name} is in a pre-launch beta. Leave your email and we’ll keep you updated on our progress.`,
  action: 'Get Early Access',
  sending: 'Joining...',
  done: 'Got it',
} as const;

export const contact = {
  name: 'Questions',
  title: 'Contact Us',
  lead: 'Questions about scope, templates or how we handle your documents? Write to the people building it.',
  topics: ['Scope', 'Templates', 'How we handle your documents'],
  action: 'Send us an Email',
  note: 'Questions go to the people building it.',
} as const;

export const uploadPage = {
  name: 'Upload',
  title: 'Upload Your Files',
  lead: '*Upload Flow Coming Next.* Nothing is sent from this page yet. Here is the flow we are building.',
  steps: [
    { icon: 'document', title: 'Upload SOW', text: 'PDF or DOCX' },
    { icon: 'template', title: 'Upload PPTX template', text: 'Your PowerPoint brand template' },
    { icon: 'draft', title: 'Review AI storyline and slides', text: 'Edit in the app' },
    { icon: 'deliver', title: 'Download', text: 'A PPTX deck' },
  ],
  note: 'Dashed frames are planned and not yet active.',
} as const;

export const privacyPage = {
  name: 'Privacy',
  title: 'Privacy Policy',
  lead: '*Coming Soon.* We are writing it in plain language. These are the topics it will cover.',
  topics: [
    'Information we collect',
    'How we use it',
    'Documents and templates you upload',
    'No training on your docs',
    'Cookies and local storage',
    'Retention and deletion',
    'Your rights',
    'How to reach us',
  ],
} as const;

export const termsPage = {
  name: 'Terms',
  title: 'Terms of Service',
  lead: '*Coming Soon.* We are writing them now. These are the topics they will cover.',
  topics: [
    'Using the beta',
    'Your documents and decks',
    'Acceptable use',
    'Plans and billing',
    'Confidentiality',
    'Warranties and liability',
    'Ending the agreement',
    'Changes to these terms',
  ],
} as const;

export const careersPage = {
  name: 'Careers',
  title: 'Join Our Team',
  lead: '*Openings are coming soon.* If the gap between a good argument and a good slide bothers you too, look in again.',
  note: 'Dashed boxes: roles still to be opened.',
} as const;

export const notFoundPage = {
  name: '404',
  title: 'Oops!\nPage not found',
  lead: 'The address is missing from this deck. It may have moved, or it was never drafted.',
  note: 'The missing path has been noted in the console.',
} as const;

export const failurePage = {
  name: 'Error',
  title: 'Unexpected\nApplication Error!',
  note: 'Reload the page, or go back and try again.',
} as const;

export const joinedPage = {
  name: 'Early access',
  title: `*${signupTexts.joined}*`,
  next: "What's next?",
  steps:
    "We'll keep you updated on our progress by email. Until then, keep a statement of work and a brand template to hand.",
  note: `${site.trust}.`,
} as const;

export const outcomePage = {
  name: 'Early access',
  title: 'Your sign-up\n*did not go through*',
  lead: 'This is what happened. You can try again right here.',
  note: `${site.trust}.`,
} as const;
