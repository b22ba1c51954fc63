import { wipe } from '../own/wipe.ts';
import { looks } from '../sample/looks.ts';
import { change, type Look, useStageState } from '../state.ts';

export const lookId = (look: string) => `window-look-${look}`;

/**
 * Renders the radios of the looks. They stand once in the document. Their labels stand in Sources, and in Deliver in the
 * card (look-tiles.tsx).
 */
export function LookInputs() {
  const template = useStageState((state) => state.template);
  const look = useStageState((state) => state.look);
  const choices: { id: Look; name: string }[] = [
    ...looks,
    ...(template ? [{ id: 'own' as const, name: template.name }] : []),
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
          checked={id === look}
          // The slides show the former look until the wipe has its picture.
          onChange={() => wipe(() => change({ look: id }))}
          aria-label={name}
        />
      ))}
    </fieldset>
  );
}
