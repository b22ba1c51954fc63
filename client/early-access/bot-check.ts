import { botCheckAction } from '../../shared/signup/contract.ts';

export type BotCheck =
  | { kind: 'off' }
  /** The script or the visitor’s proof is awaited; `asks` where the visitor has to take part. */
  | { kind: 'checking'; asks: boolean }
  | { kind: 'passed'; token: string }
  /** The check could not be made: the form goes on without it. */
  | { kind: 'fallback' };

/** Exactly this address: Cloudflare asks not to proxy or pin it. */
const scriptUrl = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit';
/** How often it is looked for, and when the form goes on without it. */
export const botCheckTiming = { pollMs: 100, fallbackMs: 3000 } as const;

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
    // A later opening tries again.
    script.remove();
    onError();
  });
  document.head.append(script);
}

/**
 * Runs the bot check in a container and reports each change. The script is looked for at a steady pace;
 * when it does not come in time, or cannot render, the check falls back and stays so until stopped.
 */
export function runBotCheck(
  siteKey: string,
  container: HTMLElement,
  report: (botCheck: BotCheck) => void,
): { reset(): void; stop(): void } {
  let widget: string | undefined;
  let isOver = false;
  const tell = (botCheck: BotCheck) => {
    if (!isOver) report(botCheck);
  };
  const checking = (asks: boolean) => tell({ kind: 'checking', asks });
  const fallBack = () => {
    tell({ kind: 'fallback' });
    stop();
  };
  const render = (turnstile: Widget) => {
    clearInterval(poll);
    clearTimeout(deadline);
    try {
      widget = turnstile.render(container, {
        sitekey: siteKey,
        action: botCheckAction,
        appearance: 'interaction-only',
        size: 'flexible',
        callback: (token: string) => tell({ kind: 'passed', token }),
        'expired-callback': () => checking(false),
        'before-interactive-callback': () => checking(true),
        'after-interactive-callback': () => checking(false),
        'error-callback': () => {
          fallBack();
          return true;
        },
      });
    } catch {
      fallBack();
    }
  };
  const look = () => {
    if (window.turnstile && !isOver) render(window.turnstile);
  };
  const poll = setInterval(look, botCheckTiming.pollMs);
  const deadline = setTimeout(fallBack, botCheckTiming.fallbackMs);
  function stop() {
    isOver = true;
    clearInterval(poll);
    clearTimeout(deadline);
    if (widget !== undefined) window.turnstile?.remove(widget);
    widget = undefined;
  }
  checking(false);
  addScript(fallBack);
  look();
  return {
    /** Asks for a new token: tokens are good for one attempt. */
    reset() {
      if (isOver || widget === undefined) return;
      checking(false);
      window.turnstile?.reset(widget);
    },
    stop,
  };
}
