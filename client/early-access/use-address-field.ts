import { type RefObject, useEffect, useRef, useState } from 'react';
import { cleanAddress, isEmail, normaliseEmail } from '../../shared/address.ts';
import { suggestAddress } from './suggest-address.ts';

/** The events after which the field may have another value. Some programs that fill in forms send `change` only. */
const readOn = ['input', 'change', 'focus', 'animationstart', 'keydown'] as const;

/** Returns the browser's words about a field that counts as invalid for the user, otherwise ''. */
const problemOf = (input: HTMLInputElement): string =>
  CSS.supports('selector(:user-invalid)') && input.matches(':user-invalid')
    ? input.validationMessage
    : '';

/** What a field calls when its value may have changed, when the visitor leaves it, and when the visitor has typed. */
interface FieldHandlers {
  read(): void;
  leave(): void;
  changed(): void;
}

/** Calls the handlers of the newest rendering for the events of a field. Reads the field once at the start. */
function useFieldEvents(input: RefObject<HTMLInputElement | null>, handlers: FieldHandlers): void {
  const newest = useRef(handlers);
  newest.current = handlers;
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const handle = ({ type, key, isComposing }: Event & Partial<KeyboardEvent>) => {
      // The suggestion must be in the document before the Tab key moves the focus on. Input methods use both keys, too.
      const isLast = !isComposing && (key === 'Enter' || key === 'Tab');
      if (type === 'blur' || isLast) newest.current.leave();
      else if (type === 'input') newest.current.changed();
      else newest.current.read();
    };
    newest.current.read();
    for (const type of [...readOn, 'blur']) field.addEventListener(type, handle);
    return () => {
      for (const type of [...readOn, 'blur']) field.removeEventListener(type, handle);
    };
  }, [input]);
}

/**
 * Follows the email field of the dialog. The browser alone decides when the field counts as invalid for the user, and words
 * the problem.
 * @param onInput called when the visitor changes the address.
 */
export function useAddressField({ onInput }: { onInput: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  // Until React has read the field, the button is enabled and the browser sends the form.
  const [isEmpty, setEmpty] = useState(false);
  const [problem, setProblem] = useState('');
  const [suggestion, setSuggestion] = useState<string | null>(null);
  const [isHeld, setHeld] = useState(false);

  const read = () => {
    if (!input.current) return;
    setEmpty(input.current.value.trim() === '');
    setProblem(problemOf(input.current));
  };

  const suggest = (email: string): string | null => {
    const meant = suggestAddress(email);
    setSuggestion(meant);
    return meant;
  };

  const changed = () => {
    setSuggestion(null);
    setHeld(false);
    onInput();
    read();
  };

  /** Takes invisible characters and a name around the address out of the field, before the browser judges the address. */
  const leave = () => {
    const field = input.current;
    if (!field) return;
    const cleaned = cleanAddress(field.value);
    const normal = normaliseEmail(cleaned);
    if (cleaned !== field.value) field.value = cleaned;
    // WebKit refuses a domain in another script. It accepts the same domain in punycode.
    if (!field.validity.valid && isEmail(normal)) field.value = normal;
    read();
    suggest(normal);
  };

  useFieldEvents(input, { read, leave, changed });

  return {
    input,
    isEmpty,
    problem,
    suggestion,
    isHeld,
    read,
    /** Returns true for the first send of an address while a suggestion is shown. */
    holds(email: string): boolean {
      const isFirst = !isHeld && suggest(email) !== null;
      if (isFirst) setHeld(true);
      return isFirst;
    },
    takeSuggestion() {
      if (!input.current || suggestion === null) return;
      input.current.value = suggestion;
      changed();
      // The button that had the focus is gone.
      input.current.focus();
    },
  };
}
