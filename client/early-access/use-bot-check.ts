import { useLayoutEffect, useRef, useState } from 'react';
import { pageConfig } from '../page-config/page-config.ts';
import { type BotCheck, runBotCheck } from './bot-check.ts';

/** Runs the bot check while the dialog is open. Without a site key its state stays `off`. */
export function useBotCheck(isOpen: boolean) {
  const [botCheck, report] = useState<BotCheck>({ kind: 'off' });
  const widget = useRef<HTMLDivElement>(null);
  const running = useRef<ReturnType<typeof runBotCheck>>(undefined);
  useLayoutEffect(() => {
    const { turnstileSiteKey } = pageConfig();
    if (turnstileSiteKey === null || !isOpen || !widget.current) return;
    running.current = runBotCheck(turnstileSiteKey, widget.current, report);
    return () => running.current?.stop();
  }, [isOpen]);
  return { botCheck, widget, resetBotCheck: () => running.current?.reset() };
}
