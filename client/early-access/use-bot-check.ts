import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import type { BotCheck } from './state.ts';
import { type RunningCheck, runBotCheck } from './turnstile.ts';

const off: BotCheck = { kind: 'off' };

/** The bot check of one opening of the dialog; none where there is no site key. */
export function useBotCheck(
  siteKey: string | null,
  isOpen: boolean,
  container: RefObject<HTMLElement | null>,
): { botCheck: BotCheck; resetBotCheck: () => void } {
  const [botCheck, report] = useState(off);
  const running = useRef<RunningCheck>(undefined);
  useLayoutEffect(() => {
    if (siteKey === null || !isOpen || !container.current) return;
    running.current = runBotCheck(siteKey, container.current, report);
    return () => running.current?.stop();
  }, [siteKey, isOpen, container]);
  return { botCheck, resetBotCheck: () => running.current?.reset() };
}
