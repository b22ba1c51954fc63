// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type BotCheck, botCheckTiming, runBotCheck } from './bot-check.ts';

type Options = Record<string, (token?: string) => unknown>;
const turnstile = {
  render: vi.fn((_container: HTMLElement, _options: Options) => 'widget'),
  reset: vi.fn(),
  remove: vi.fn(),
};
const options = () => turnstile.render.mock.lastCall?.[1] ?? {};
const report = vi.fn<(botCheck: BotCheck) => void>();
const last = () => report.mock.lastCall?.[0];
const script = () => document.querySelector('script[src^="https://challenges.cloudflare.com/"]');
const run = () => runBotCheck('site-key', document.createElement('div'), report);
const arrive = () => Object.assign(window, { turnstile });

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.clearAllMocks();
  Reflect.deleteProperty(window, 'turnstile');
  document.head.replaceChildren();
});

it('the check loads its script from the exact address, looks for it every 100 ms and renders once', () => {
  run();
  expect(script()?.getAttribute('src')).toBe(
    'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit',
  );
  expect(last()).toEqual({ kind: 'checking', asks: false });
  vi.advanceTimersByTime(botCheckTiming.fallbackMs - 2 * botCheckTiming.pollMs);
  arrive();
  vi.advanceTimersByTime(botCheckTiming.pollMs * 50);
  expect(turnstile.render).toHaveBeenCalledOnce();
  expect(options()).toMatchObject({
    sitekey: 'site-key',
    action: 'early-access',
    appearance: 'interaction-only',
    size: 'flexible',
  });
  expect(last()).toEqual({ kind: 'checking', asks: false });
  run();
  expect(document.scripts).toHaveLength(1);
});

it('the check reports its token, the expiry of the token, and whether the visitor has to take part', () => {
  arrive();
  run();
  options()['before-interactive-callback']?.();
  expect(last()).toEqual({ kind: 'checking', asks: true });
  options()['after-interactive-callback']?.();
  expect(last()).toEqual({ kind: 'checking', asks: false });
  options().callback?.('good');
  expect(last()).toEqual({ kind: 'passed', token: 'good' });
});

it.each(['expired-callback', 'timeout-callback'])(
  'after %s the check waits for the next token',
  (name) => {
    arrive();
    run();
    options().callback?.('old');
    options()[name]?.();
    expect(last()).toEqual({ kind: 'checking', asks: false });
    options().callback?.('new');
    expect(last()).toEqual({ kind: 'passed', token: 'new' });
  },
);

it.each<[string, (check: ReturnType<typeof run>) => void]>([
  ['after it is rendered', () => {}],
  [
    'after the visitor has taken part',
    () => {
      options()['before-interactive-callback']?.();
      vi.advanceTimersByTime(60_000);
      options()['after-interactive-callback']?.();
    },
  ],
  [
    'after its token has expired',
    () => {
      options().callback?.('old');
      options()['expired-callback']?.();
    },
  ],
  [
    'after a failed attempt',
    (check) => {
      options().callback?.('spent');
      check.reset();
    },
  ],
])('a widget that is silent for 8 s %s falls back', (_when, begin) => {
  arrive();
  begin(run());
  vi.advanceTimersByTime(7999);
  expect(last()).toEqual({ kind: 'checking', asks: false });
  vi.advanceTimersByTime(1);
  expect(last()).toEqual({ kind: 'fallback' });
  expect(turnstile.remove).toHaveBeenCalledWith('widget');
});

it('a token and a visitor who takes part have no deadline', () => {
  arrive();
  run();
  for (const callback of ['before-interactive-callback', 'callback']) {
    options()[callback]?.('token');
    vi.advanceTimersByTime(280_000);
    expect(last()?.kind).not.toBe('fallback');
  }
});

it('a widget that fails while it is rendered is removed', () => {
  turnstile.render.mockImplementationOnce((_container, callbacks) => {
    callbacks['unsupported-callback']?.();
    return 'widget';
  });
  arrive();
  run();
  expect(last()).toEqual({ kind: 'fallback' });
  expect(turnstile.remove).toHaveBeenCalledWith('widget');
});

function block(): void {
  script()?.dispatchEvent(new Event('error'));
  // The next opening of the dialog adds the script again.
  expect(script()).toBeNull();
}

function failOnTheirSide(): void {
  arrive();
  vi.advanceTimersByTime(botCheckTiming.pollMs);
  // The return value says that the error is handled.
  expect(options()['error-callback']?.()).toBe(true);
  expect(turnstile.remove).toHaveBeenCalledWith('widget');
  turnstile.remove.mockClear();
}

function failAsUnsupported(): void {
  arrive();
  vi.advanceTimersByTime(botCheckTiming.pollMs);
  options()['unsupported-callback']?.();
  expect(turnstile.remove).toHaveBeenCalledWith('widget');
  turnstile.remove.mockClear();
}

function failToRender(): void {
  turnstile.render.mockImplementationOnce(() => {
    throw new Error('no widget');
  });
  arrive();
  vi.advanceTimersByTime(botCheckTiming.pollMs);
}

it.each<[string, () => unknown]>([
  ['does not arrive in time', () => vi.advanceTimersByTime(botCheckTiming.fallbackMs)],
  ['is blocked', block],
  ['fails on Cloudflare’s side', failOnTheirSide],
  ['cannot render', failToRender],
  ['does not support the browser', failAsUnsupported],
])('the check falls back if its script %s', (_name, fail) => {
  run();
  fail();
  expect(last()).toEqual({ kind: 'fallback' });
  expect(turnstile.remove).not.toHaveBeenCalled();
  arrive();
  vi.advanceTimersByTime(botCheckTiming.fallbackMs);
  expect(report.mock.calls.filter(([{ kind }]) => kind === 'fallback')).toHaveLength(1);
});

it('the check asks for another token after a failed attempt, and removes its widget when it is stopped', () => {
  arrive();
  const check = run();
  options().callback?.('spent');
  check.reset();
  expect(turnstile.reset).toHaveBeenCalledWith('widget');
  expect(last()).toEqual({ kind: 'checking', asks: false });
  check.stop();
  expect(turnstile.remove).toHaveBeenCalledWith('widget');
  const callbacks = Object.values(options());
  vi.clearAllMocks();
  check.reset();
  for (const late of callbacks) if (typeof late === 'function') late('late');
  expect(report).not.toHaveBeenCalled();
  expect(turnstile.reset).not.toHaveBeenCalled();
});

it('a reset before the script arrives does nothing, and a stopped check has no timer left', () => {
  const check = run();
  check.reset();
  expect(report).toHaveBeenCalledOnce();
  check.stop();
  expect(vi.getTimerCount()).toBe(0);
});

it('the check looks for its script every 100 ms, and falls back after 3000 ms without the script and after 8000 ms without a sign of the widget', () => {
  expect(botCheckTiming).toEqual({ pollMs: 100, fallbackMs: 3000, silenceMs: 8000 });
});
