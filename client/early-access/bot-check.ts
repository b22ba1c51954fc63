import { botCheckAction } from '../../shared/signup/contract.ts';

export type BotCheck =
  | { kind: 'off' }
  /** The page waits for the script or for the token. `asks` is true while the visitor has to take part. */
  | { kind: 'checking'; asks: boolean }
  | { kind: 'passed'; token: string }
  /** The check failed to run. The visitor may submit without a token. */
  | { kind: 'fallback' };

/** Cloudflare asks sites to load the script from exactly this address, without a proxy or a pinned version. */
const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
/**
 * How often the script is looked for, and after what time the check falls back: without the script, and while the widget is
 * silent. In milliseconds.
 */
export const botCheckTiming = { pollMs: 100, fallbackMs: 3000, silenceMs: 8000 } as const;

interface Widget {
  render(container: HTMLElement, options: Record<string, unknown>): string | undefined;
  reset(widget: string): void;
  remove(widget: string): void;
}

declare global {
  interface Window {
    turnstile?: Widget;
  }
}

function addScript(onError: () => void): void {
  if (document.querySelector(`script[src="${scriptUrl}"]`)) return;
  const script = document.createElement('script');
  script.src = scriptUrl;
  script.async = true;
  script.addEventListener('error', () => {
    // The next opening of the dialog adds the script again.
    script.remove();
    onError();
  });
  document.head.append(script);
}

/**
 * Runs the bot check in a container and reports each change of its state. The check falls back if the script does not
 * arrive in time, if it cannot render the widget, or if the widget is silent. A blocker may let the script run and
 * block its frame.
 * @returns `reset` asks for a new token; `stop` ends the check and removes the widget.
 */
export function runBotCheck(
  siteKey: string,
  container: HTMLElement,
  report: (botCheck: BotCheck) => void,
): { reset(): void; stop(): void } {
  let widget: string | undefined;
  let isOver = false;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const change = (botCheck: BotCheck) => {
    clearTimeout(deadline);
    if (!isOver) report(botCheck);
  };
  const fallBack = () => {
    change({ kind: 'fallback' });
    stop();
  };
  /** Waits for the widget, which works without the visitor. */
  const checkFor = (ms: number) => {
    change({ kind: 'checking', asks: false });
    if (!isOver) deadline = setTimeout(fallBack, ms);
  };
  const check = () => checkFor(botCheckTiming.silenceMs);
  const render = (turnstile: Widget) => {
    clearInterval(poll);
    check();
    try {
      widget = turnstile.render(container, {
        sitekey: siteKey,
        action: botCheckAction,
        appearance: 'interaction-only',
        size: 'flexible',
        callback: (token: string) => change({ kind: 'passed', token }),
        'before-interactive-callback': () => change({ kind: 'checking', asks: true }),
        'after-interactive-callback': check,
        // After these two the widget begins a new check by itself.
        'expired-callback': check,
        'timeout-callback': check,
        'unsupported-callback': fallBack,
        'error-callback': () => {
          fallBack();
          return true;
        },
      });
    } catch {
      fallBack();
    }
    // The widget may have failed before it had a name.
    if (isOver) stop();
  };
  const look = () => {
    if (window.turnstile && !isOver) render(window.turnstile);
  };
  const poll = setInterval(look, botCheckTiming.pollMs);
  function stop() {
    isOver = true;
    clearInterval(poll);
    clearTimeout(deadline);
    if (widget !== undefined) window.turnstile?.remove(widget);
    widget = undefined;
  }
  checkFor(botCheckTiming.fallbackMs);
  addScript(fallBack);
  look();
  return {
    /** A token is valid for one attempt. */
    reset() {
      if (isOver || widget === undefined) return;
      check();
      window.turnstile?.reset(widget);
    },
    stop,
  };
}
