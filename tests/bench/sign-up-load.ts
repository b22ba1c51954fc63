import autocannon from 'autocannon';
import { hasWrk, runWrk } from './load.ts';

const script = new URL('./sign-up.lua', import.meta.url).pathname;
const path = '/api/signup';

let serial = 0;

/** A sign-up of its own address, from a visitor of its own, so that no limit answers for the database. */
function signUp(): autocannon.Request {
  serial += 1;
  const visitor = `10.${(serial >> 16) & 255}.${(serial >> 8) & 255}.${serial & 255}`;
  return {
    method: 'POST',
    path,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': visitor },
    body: JSON.stringify({
      email: `bench-${process.pid}-${serial}@company.com`,
      source: 'hero',
      turnstileToken: null,
      formFillTime: 5000,
      userAgent: 'bench',
    }),
  };
}

async function signUpsByAutocannon(url: string, seconds: number): Promise<number> {
  const result = await autocannon({
    url,
    connections: 64,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, ...signUp() }) }],
  });
  const refused = result.non2xx + result.errors;
  if (refused > 0) throw new Error(`${refused} sign-ups were refused`);
  return result['2xx'] / result.duration;
}

/** More than any run sends. */
const addressesOfARun = 200_000;

async function signUpsByWrk(url: string, seconds: number): Promise<number> {
  const options = [`--duration=${seconds}s`, '--connections=64', '--script', script];
  const parameters = [url + path, '--', String(serial), String(process.pid)];
  serial += addressesOfARun;
  const report = await runWrk([...options, ...parameters]);
  const refused = /Non-2xx or 3xx responses: \d+/.exec(report)?.[0];
  if (refused) throw new Error(`sign-ups were refused: ${refused}`);
  return Number(/Requests\/sec:\s+([\d.]+)/.exec(report)?.[1]);
}

/**
 * Lets 64 clients sign up one after another.
 * @returns acknowledged sign-ups a second. Throws when one is refused.
 */
export const loadSignUps: (url: string, seconds: number) => Promise<number> = hasWrk
  ? signUpsByWrk
  : signUpsByAutocannon;
