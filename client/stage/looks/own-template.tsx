import {
  createContext,
  type ReactNode,
  type RefObject,
  use,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react';
import { loadReader, loadTemplate } from './load-template.ts';
import { type OwnTemplate, ownVariables, readOf } from './template-state.ts';
import { useDroppedFile } from './use-dropped-file.ts';
import { wipe } from './wipe.ts';

interface OwnTemplateContext {
  own: OwnTemplate;
  /** Whether the control is offered: only once the script runs. */
  isOffered: boolean;
  /** Whether a file is dragged over the window. */
  isDraggedOver: boolean;
  choose: (file: File) => void;
  forget: () => void;
}

const Context = createContext<OwnTemplateContext>({
  own: { state: 'none' },
  isOffered: false,
  isDraggedOver: false,
  choose: () => {},
  forget: () => {},
});

export const useOwnTemplate = () => use(Context);

/** Milliseconds before the window shows that it reads a file. A file that is read sooner shows nothing. */
const visiblyLate = 150;

/** Provides the visitor's own template to all parts of the window. Forgets the template when the visitor leaves the page. */
export function OwnTemplateProvider({
  preview,
  children,
}: {
  preview: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const [own, setOwn] = useState<OwnTemplate>({ state: 'none' });
  const isOffered = useDeferredValue(true, false);
  /** Counts the files, so that an earlier file that is read later changes nothing. */
  const latest = useRef(0);
  const before = useRef<OwnTemplate>(own);
  /** The look on the screen. */
  const shown = useRef('ours');

  const choose = useCallback(async (file: File) => {
    latest.current += 1;
    const turn = latest.current;
    const timer = setTimeout(() => {
      if (turn !== latest.current) return;
      setOwn((now) => ({ state: 'reading', name: file.name, former: readOf(now) }));
    }, visiblyLate);
    const result = await loadTemplate(file).catch((): OwnTemplate => ({ state: 'failed' }));
    clearTimeout(timer);
    if (turn === latest.current) setOwn(result);
  }, []);

  const isDraggedOver = useDroppedFile(preview, choose);

  function forget(): void {
    latest.current += 1;
    setOwn({ state: 'forgotten' });
  }

  // Chooses the look of a template that was just read. After the template is gone, chooses the last ready look.
  useEffect(() => {
    const root = preview.current;
    const former = { id: shown.current, own: ownVariables(before.current) };
    const isGone = readOf(before.current) !== undefined && readOf(own) === undefined;
    before.current = own;
    if (!root) return;
    const choice = (id: string) => root.querySelector<HTMLInputElement>(`#window-look-${id}`);
    const radio = choice('own');
    const chosen = own.state === 'read' ? radio : choice(root.dataset.readyLook ?? 'ours');
    if (chosen && (own.state === 'read' || isGone)) {
      chosen.checked = true;
      shown.current = chosen.value;
      if (chosen.value !== former.id || own.state === 'read') wipe(root, former);
    }
    if (own.state === 'forgotten')
      root.querySelector<HTMLInputElement>('#window-template')?.focus();
  }, [own, preview]);

  useEffect(() => {
    const root = preview.current;
    if (!root) return;
    // The visitor may have chosen a look before the script arrived.
    const chosen = root.querySelector<HTMLInputElement>('[name="window-look"]:checked');
    shown.current = chosen?.value ?? shown.current;
    const events = new AbortController();
    const { signal } = events;
    // The last ready look comes back when the template is forgotten.
    root.addEventListener(
      'change',
      ({ target }) => {
        const { name, value } = target as HTMLInputElement;
        if (name === 'window-look') {
          if (value !== 'own') root.dataset.readyLook = value;
          wipe(root, { id: shown.current, own: ownVariables(before.current) });
          shown.current = value;
        }
        // Deliver suggests turning the network off first, so the reader is loaded when Deliver opens.
        if (name === 'window-step' && value === 'deliver') loadReader().catch(() => {});
      },
      { signal },
    );
    // The browser may keep the page in memory after the visitor has left it, and a file may be half read then.
    const clear = () => {
      latest.current += 1;
      setOwn({ state: 'none' });
    };
    addEventListener('pagehide', clear, { signal });
    return () => events.abort();
  }, [preview]);

  return <Context value={{ own, isOffered, isDraggedOver, choose, forget }}>{children}</Context>;
}
