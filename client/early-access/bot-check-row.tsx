import { type Ref, useLayoutEffect, useRef, useState } from 'react';
import { pageConfig } from '../page-config/page-config.ts';
import { Icon } from '../ui/icons.tsx';
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

interface Props {
  botCheck: BotCheck;
  /** The container of the widget. */
  widget: Ref<HTMLDivElement>;
}

/** What the visitor reads about the check. */
const words: Record<BotCheck['kind'], string> = {
  off: '',
  checking: 'Checking you are human',
  passed: 'Check passed',
  fallback: '',
};

/**
 * Shows the state of the bot check, or the widget while it asks the visitor to take part. After a fallback the row is empty
 * and keeps its height, so that the button below does not move. A page without a bot check has no row.
 */
export function BotCheckRow({ botCheck, widget }: Props) {
  const { kind } = botCheck;
  const asks = kind === 'checking' && botCheck.asks;
  const isShown = kind === 'checking' || kind === 'passed';
  const height = kind === 'off' ? '' : 'mt-4 min-h-[4.0625rem]';
  const frame = isShown ? 'border border-rule bg-paper' : '';
  return (
    <div className={`relative flex items-center text-small ${height} ${frame}`}>
      <p className={asks ? 'sr-only' : 'flex flex-1 items-center gap-3.5 px-5'} role="status">
        {kind === 'passed' && <Icon name="tick" className="size-5" />}
        {kind === 'checking' && (
          <span
            className="size-5 rounded-full border-2 border-rule border-t-ink motion-safe:animate-[spin_.9s_linear_infinite]"
            aria-hidden="true"
          />
        )}
        <span className="text-ink">{words[kind]}</span>
      </p>
      {isShown && !asks && (
        <span className="flex items-center gap-2 pr-4 text-[.75rem] text-ink-3">
          <Icon name="shield" className="size-3.5" />
          <span className="max-md:sr-only">Bot check</span>
        </span>
      )}
      <div className={asks ? 'flex-1' : 'absolute'} ref={widget} />
    </div>
  );
}
