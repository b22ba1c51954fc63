import type { Ref } from 'react';
import { site } from '../../shared/site.ts';
import PlannedShield from '../illustrations/brand/planned-shield.svg?react';
import { Icon } from '../ui/icons.tsx';
import type { BotCheck } from './bot-check.ts';

interface Props {
  botCheck: BotCheck;
  /** The container of the widget; none if there is no bot check. */
  widget?: Ref<HTMLDivElement>;
}

/**
 * Shows the state of the bot check, or the widget while it asks the visitor to take part. Without a bot check the row
 * shows the trust line and keeps its height, so that the button below does not move.
 */
export function BotCheckRow({ botCheck, widget }: Props) {
  const isPassed = botCheck.kind === 'passed';
  const isChecking = botCheck.kind === 'checking';
  const asks = isChecking && botCheck.asks;
  const frame = isPassed || isChecking ? 'border bg-paper' : 'border-y';
  return (
    <div
      className={`relative mt-4 flex min-h-[4.0625rem] items-center border-rule text-small ${frame}`}
    >
      {!asks && (
        <p className="flex flex-1 items-center gap-3.5 px-5" role="status">
          {isPassed && <Icon name="tick" className="size-5" />}
          {isChecking && (
            <span
              className="size-5 rounded-full border-2 border-rule border-t-ink motion-safe:animate-[spin_.9s_linear_infinite]"
              aria-hidden="true"
            />
          )}
          {!isPassed && !isChecking && <PlannedShield className="icon size-5" />}
          <span className={isPassed || isChecking ? 'text-ink' : 'text-ink-2'}>
            {isPassed
              ? 'Check passed'
              : isChecking
                ? 'Checking you are human'
                : `${site.claims.trust}.`}
          </span>
        </p>
      )}
      {(isPassed || isChecking) && !asks && (
        <span className="flex items-center gap-2 pr-4 text-[.75rem] text-ink-3">
          <Icon name="shield" className="size-3.5" />
          <span className="max-md:sr-only">Bot check</span>
        </span>
      )}
      {widget && <div className={asks ? 'flex-1' : 'absolute'} ref={widget} />}
    </div>
  );
}
