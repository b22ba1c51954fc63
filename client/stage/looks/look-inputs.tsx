import { useTemplateState } from '../own/store.ts';
import { looks } from '../sample/looks.ts';

export const lookId = (look: string) => `window-look-${look}`;

/**
 * Renders the radios of the looks. They stand once in the document. Their labels stand in Sources, and in Deliver in the
 * card (look-tiles.tsx).
 */
export function LookInputs() {
  const template = useTemplateState((state) => state.template);
  const choices = [
    ...looks.map(({ id, name }) => ({ id: id as string, name: name as string })),
    ...(template ? [{ id: 'own', name: template.name }] : []),
  ];
  return (
    <fieldset className="look-inputs" translate="no" aria-label="Look">
      {choices.map(({ id, name }) => (
        <input
          key={id}
          type="radio"
          id={lookId(id)}
          name="window-look"
          value={id}
          className="sr-only"
          defaultChecked={id === 'ours'}
          aria-label={name}
        />
      ))}
    </fieldset>
  );
}
