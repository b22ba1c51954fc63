import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fromRoot } from '../../server/stores/installed-files.ts';
import { locations } from '../../shared/build-output.ts';
import { signupPath } from '../../shared/signup/paths.ts';

const attribute = (tag: string, name: string): string | undefined =>
  new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];

/** Returns the inputs of the form that the built landing page sends without JavaScript, with their default values. */
function inputsOfForm(): Map<string, string> {
  const page = readFileSync(fromRoot(join(locations.pages, 'home.html')), 'utf8');
  const [form = ''] =
    page.match(new RegExp(`<form[^>]*action="${signupPath}".*?</form>`, 's')) ?? [];
  const inputs = form.match(/<input[^>]*>/g) ?? [];
  return new Map(
    inputs.map((tag) => [attribute(tag, 'name') ?? '', attribute(tag, 'value') ?? '']),
  );
}

/**
 * Returns the body that a browser without JavaScript sends for the form of the landing page.
 * @param given the values of the visitor and of the page’s settings. Throws for a value without an input in the form.
 */
export function sentForm(given: Record<string, string>): URLSearchParams {
  const inputs = inputsOfForm();
  for (const [name, value] of Object.entries(given)) {
    if (!inputs.has(name)) throw new Error(`the form of the landing page has no input ${name}`);
    inputs.set(name, value);
  }
  return new URLSearchParams([...inputs]);
}
