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
import type { Look } from '../sample/looks.ts';
import type { TemplateRemark } from '../template/readable-look.ts';
import { isOnDevice } from './typefaces.ts';
import { wipe } from './wipe.ts';

/** The facts about the visitor's own template. They stay in memory only. */
export type OwnTemplate =
  | { state: 'none' | 'failed' | 'forgotten' }
  /** `former` is the template whose look stays while the next file is read. */
  | { state: 'reading'; name: string; former: ReadTemplate | undefined }
  | ReadTemplate;

interface ReadTemplate {
  state: 'read';
  name: string;
  look: Look;
  layouts: number;
  /** Typefaces that the file names and this device does not have. */
  missing: readonly string[];
  remarks: readonly TemplateRemark[];
}

/** Returns the template whose look can be chosen. */
export function readOf(own: OwnTemplate): ReadTemplate | undefined {
  if (own.state === 'read') return own;
  return own.state === 'reading' ? own.former : undefined;
}

interface OwnTemplateContext {
  own: OwnTemplate;
  /** Whether the script runs. Without the script, and in the page as the server sends it, there is no control. */
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

/** Loads the reader of templates and the maker of decks. The page does not load them before a visitor needs them. */
export const loadReader = () =>
  Promise.all([
    import('../template/read-template.ts'),
    import('../template/readable-look.ts'),
    import('../deck-file/deck.ts'),
  ]);

/** Milliseconds before the window shows that it reads a file. A file that is read sooner shows nothing. */
const visiblyLate = 150;

/** Reads a template in this browser. Nothing is sent. A file that cannot be read gives `failed`. */
async function read(file: File): Promise<OwnTemplate> {
  const [{ readTemplate }, { readableLook, templateRemarks }] = await loadReader();
  const reading = await readTemplate(file);
  if (!reading.ok) return { state: 'failed' };
  const readable = readableLook(reading.template);
  const { look } = readable;
  return {
    state: 'read',
    name: file.name,
    look,
    layouts: reading.template.layouts.length,
    missing: [...new Set(Object.values(look.fonts))].filter((name) => !isOnDevice(name)),
    remarks: templateRemarks(reading.template, readable),
  };
}

/** Holds the visitor's own template, for everything in the window. Leaving the page forgets it. */
export function OwnTemplateProvider({
  preview,
  children,
}: {
  preview: RefObject<HTMLElement | null>;
  children: ReactNode;
}) {
  const [own, setOwn] = useState<OwnTemplate>({ state: 'none' });
  const [isDraggedOver, setDraggedOver] = useState(false);
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
    const result = await read(file).catch((): OwnTemplate => ({ state: 'failed' }));
    clearTimeout(timer);
    if (turn === latest.current) setOwn(result);
  }, []);

  function forget(): void {
    latest.current += 1;
    setOwn({ state: 'forgotten' });
  }

  // A template that was just read is chosen; where it is forgotten or replaced, the radio of the first look is.
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
    const hasFile = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    root.addEventListener(
      'dragover',
      (event) => {
        if (!hasFile(event)) return;
        event.preventDefault();
        setDraggedOver(true);
      },
      { signal },
    );
    root.addEventListener(
      'dragleave',
      ({ relatedTarget }) => {
        if (!root.contains(relatedTarget as Node | null)) setDraggedOver(false);
      },
      { signal },
    );
    root.addEventListener(
      'drop',
      (event) => {
        const file = event.dataTransfer?.files[0];
        setDraggedOver(false);
        if (!file) return;
        event.preventDefault();
        choose(file);
      },
      { signal },
    );
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
        // Deliver says that the network may be cut off first: everything must be here by then.
        if (name === 'window-step' && value === 'deliver') loadReader().catch(() => {});
      },
      { signal },
    );
    // The browser may keep the page in memory when the visitor leaves it, and a file may be half read.
    const clear = () => {
      latest.current += 1;
      setOwn({ state: 'none' });
    };
    addEventListener('pagehide', clear, { signal });
    return () => events.abort();
  }, [preview, choose]);

  return <Context value={{ own, isOffered, isDraggedOver, choose, forget }}>{children}</Context>;
}

/** The variables of the own look (state.ts). They stand on the body of the window. */
export function ownVariables(own: OwnTemplate): Record<string, string> {
  const read = readOf(own);
  if (!read) return {};
  const { palette, fonts } = read.look;
  return {
    '--own-paper': palette.paper,
    '--own-ink': palette.ink,
    '--own-ink-2': palette.ink2,
    '--own-mid': palette.mid,
    '--own-light': palette.light,
    '--own-key': palette.key,
    '--own-on-key': palette.onKey,
    '--own-heading': `"${fonts.heading}"`,
    '--own-body': `"${fonts.body}"`,
  };
}
