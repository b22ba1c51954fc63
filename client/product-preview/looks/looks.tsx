import { looks } from '../sample/looks.ts';
import { LookIcon } from './look-icon.tsx';

export const lookId = (id: string) => `window-look-${id}`;

/** The looks of the slides. They stand once in the document: looks.css places them in Sources or in the card. */
export function Looks() {
  return (
    <fieldset className="looks" translate="no">
      <legend className="looks-legend">Look</legend>
      <div className="looks-ready">
        {looks.map(({ id, name }) => (
          <label key={id} className="look">
            <input
              type="radio"
              id={lookId(id)}
              name="window-look"
              value={id}
              className="sr-only"
              defaultChecked={id === 'ours'}
            />
            <LookIcon className={`look-${id}`} />
            {name}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
