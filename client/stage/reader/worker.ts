import { describe, fillTemplate, openTemplate, type Template } from '../../deck/index.ts';
import { disclaimerText, sampleDeck, type Wordings } from '../sample/deck.ts';
import { drawGround } from './draw-ground.ts';
import type { Answer, Posted, Question } from './messages.ts';
import { closePictures, keepFile, shrinkPicture } from './pictures.ts';

/** Runs the deck's engine and draws the ground beside the page, so that the page never stops for a large file. */

const templates = new Map<number, Template>();
let last = 0;

async function open(file: Blob): Promise<Answer> {
  const content = await file.arrayBuffer().catch(() => undefined);
  if (!content) return 'unread';
  keepFile(content, file);
  const template = await openTemplate(new Uint8Array(content), shrinkPicture);
  if ('refused' in template) return template;
  const { pictures, ...description } = describe(template, disclaimerText);
  const ground = await drawGround({ ...description, pictures });
  last += 1;
  templates.set(last, template);
  return { template: last, description, ground };
}

/**
 * Fills a template, and returns the file. The file is made here, because the browser copies it: a copy of 13 MB would stop
 * the page of a phone for a quarter of a second.
 */
function fill(template: Template, wordings: Wordings): Blob {
  const type = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
  return new Blob([fillTemplate(template, sampleDeck(wordings))], { type });
}

/** Makes the sample deck in one of our looks with other wordings. The built file is the template. */
async function refill({ address, wordings }: Extract<Question, { kind: 'refill' }>) {
  const response = await fetch(address);
  const template = await openTemplate(new Uint8Array(await response.arrayBuffer()));
  if ('refused' in template) throw new Error(`The sample deck is ${template.refused}.`);
  return fill(template, wordings);
}

function answer(question: Question): Promise<Answer> | Answer {
  if (question.kind === 'open') return open(question.file).finally(closePictures);
  if (question.kind === 'refill') return refill(question);
  if (question.kind === 'forget') {
    templates.delete(question.template);
    return undefined;
  }
  const template = templates.get(question.template);
  if (!template) throw new Error(`There is no template ${question.template}.`);
  return fill(template, question.wordings);
}

/** Returns the pictures that move to the page without a copy. */
function movable(made: Answer): Transferable[] {
  return typeof made === 'object' && 'ground' in made ? [...made.ground] : [];
}

const post = (message: Posted, transfer: Transferable[] = []) => postMessage(message, { transfer });

addEventListener('message', async ({ data }: MessageEvent<[number, Question]>) => {
  const [number, question] = data;
  try {
    const made = await answer(question);
    post([number, made], movable(made));
  } catch {
    post([number, 'failed']);
  }
});

// The page waits for this message before it trusts that the engine is here.
post('ready');
