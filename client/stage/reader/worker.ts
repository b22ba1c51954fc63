import { describe, fillTemplate, openTemplate, type Template } from '../../deck/index.ts';
import { disclaimerText, sampleDeck } from '../sample/deck.ts';
import type { Answer, Opened, Question } from './messages.ts';
import { shrinkPicture } from './shrink-picture.ts';

/** Runs the deck's engine beside the page, so that the page never stops for a large file. */

const templates: Template[] = [];

async function open(file: File): Promise<Answer> {
  const template = await openTemplate(new Uint8Array(await file.arrayBuffer()), shrinkPicture);
  if ('refused' in template) return { opened: template };
  const description = describe(template, disclaimerText);
  const opened: Opened = { template: templates.push(template) - 1, description };
  return { opened };
}

/** Fills the sample deck in one of our looks anew. The file of the sample is the template. */
async function refill({ address, wordings }: Extract<Question, { kind: 'refill' }>) {
  const response = await fetch(address);
  const template = await openTemplate(new Uint8Array(await response.arrayBuffer()));
  if ('refused' in template) throw new Error(`The sample deck is ${template.refused}.`);
  return { filled: fillTemplate(template, sampleDeck(wordings)) };
}

function answer(question: Question): Promise<Answer> | Answer {
  if (question.kind === 'open') return open(question.file);
  if (question.kind === 'refill') return refill(question);
  const template = templates[question.template];
  if (!template) throw new Error(`There is no template ${question.template}.`);
  return { filled: fillTemplate(template, sampleDeck(question.wordings)) };
}

addEventListener('message', async ({ data }: MessageEvent<[number, Question]>) => {
  const [number, question] = data;
  postMessage([number, await answer(question)]);
});

// The page waits for this message before it trusts that the engine is here.
postMessage('ready');
