const formFields = 'form[method=post] input[name]';
const noted = ['input', 'change', 'focusin'] as const;

/**
 * Keeps what the visitor types into the form of a React root until React has taken the root over. React builds a
 * new form when a browser extension or a proxy has changed the HTML.
 * @param root contains one form at most, so that the name of a field is unique.
 * @returns a function that puts values and focus back into the fields that React has built. Call it once.
 */
export function keepTyped(root: HTMLElement): () => void {
  const fields = () => root.querySelectorAll<HTMLInputElement>(formFields);
  // The fields themselves, because a value may have changed after the last event. A removed field keeps its value.
  const typed = new Map<string, HTMLInputElement>();
  let focused: string | undefined;
  const note = (field: EventTarget | null) => {
    if (!(field instanceof HTMLInputElement) || !field.matches(formFields)) return;
    typed.set(field.name, field);
    if (field === document.activeElement) focused = field.name;
  };
  const handle = ({ target }: Event) => note(target);
  for (const type of noted) root.addEventListener(type, handle);
  fields().forEach(note);
  return () => {
    for (const type of noted) root.removeEventListener(type, handle);
    for (const field of fields()) {
      const value = typed.get(field.name)?.value;
      if (value && field.value !== value) field.value = value;
      if (field.name === focused && document.activeElement === document.body) field.focus();
    }
  };
}
