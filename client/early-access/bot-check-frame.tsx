import type { Ref } from 'react';
import { Icon } from '../ui/icons.tsx';
import type { BotCheck } from './state.ts';

/** The bot check’s place: what it is doing, or, where it wants something of the visitor, the widget itself. */
export function BotCheckFrame({
  botCheck,
  container,
}: {
  botCheck: BotCheck;
  container: Ref<HTMLDivElement>;
}) {
  const isPassed = botCheck.kind === 'passed';
  const asks = botCheck.kind === 'checking' && botCheck.asks;
  return (
    <div
      className="access-check"
      data-asks={asks || undefined}
      hidden={botCheck.kind === 'off' || botCheck.kind === 'fallback'}
    >
      <p role="status">
        {isPassed ? <Icon name="tick" /> : <span className="spinner" aria-hidden="true" />}
        {isPassed ? 'Check passed' : 'Checking you are human'}
      </p>
      <span className="access-check-name caption">
        <Icon name="shield" />
        <span>Bot check</span>
      </span>
      <div className="access-widget" ref={container} />
    </div>
  );
}
