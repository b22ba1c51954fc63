import type { QueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { PageConfig } from '../../shared/page-config.ts';
import { FormView } from './form-view.tsx';
import { dialogTitleId, Frame } from './frame.tsx';
import { dialogId } from './ids.ts';
import { JoinedView } from './joined-view.tsx';
import { isReady } from './state.ts';
import { Toasts } from './toasts.tsx';
import { useBotCheck } from './use-bot-check.ts';
import { useOpening } from './use-opening.ts';
import { useSignup } from './use-signup.ts';

/** What stands in the fields; they keep their own values, so that no letter typed before React is lost. */
const entered = (form: HTMLFormElement | null) => {
  const data = form ? new FormData(form) : new FormData();
  return { email: String(data.get('email') ?? ''), website: String(data.get('website') ?? '') };
};

/** The live dialog. It takes over the prerendered one, whatever was done with that in the meantime. */
export function EarlyAccess({ config, client }: { config: PageConfig; client: QueryClient }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const widget = useRef<HTMLDivElement>(null);
  const [email, setEmail] = useState('');
  const [isLive, setLive] = useState(false);

  const opening = useOpening(dialog, () => {
    form.current?.reset();
    setEmail('');
    reset();
  });
  const onFailure = () => {
    resetBotCheck();
    // The button may be disabled until the next check has passed, and would drop the focus it has.
    form.current?.querySelector<HTMLElement>('input')?.focus();
  };
  const { botCheck, resetBotCheck } = useBotCheck(config.turnstileSiteKey, opening.isOpen, widget);
  const { state, submit, reset } = useSignup({ config, client, onFailure });
  useEffect(() => {
    setEmail(entered(form.current).email);
    setLive(true);
  }, []);

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    const fillTimeMs = performance.now() - opening.openedAt();
    submit({ ...entered(form.current), fillTimeMs }, botCheck, opening.source());
  };
  return (
    <>
      <dialog
        id={dialogId}
        className="dialog"
        aria-labelledby={dialogTitleId}
        ref={dialog}
        suppressHydrationWarning
      >
        <Frame>
          {state.phase === 'joined' ? (
            <JoinedView />
          ) : (
            <FormView
              state={state}
              botCheck={botCheck}
              canSubmit={isReady(email, botCheck)}
              form={form}
              widget={widget}
              onInput={() => setEmail(entered(form.current).email)}
              onSubmit={onSubmit}
            />
          )}
        </Frame>
      </dialog>
      {isLive && <Toasts />}
    </>
  );
}
