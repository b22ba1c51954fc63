import { Ground } from './ground.tsx';
import type { OwnTemplate } from './own-template.ts';
import { placeOf } from './own-variables.ts';

/** How many layouts are shown at most. */
const shownAtMost = 6;

/** Draws the first layouts of the visitor's template: their places on the template's ground. */
export function OwnLayouts({ template }: { template: OwnTemplate }) {
  const { layouts, layoutCount, width, height } = template.description;
  const shown = layouts.slice(0, shownAtMost);
  return (
    <>
      {shown.map(({ name, boxes }, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: two layouts may have one name
          key={index}
          className="own-layout"
          title={name}
          style={{ ...template.variables, aspectRatio: `${width} / ${height}` }}
        >
          <Ground of={template} />
          {boxes.map(({ kind, box }, at) => (
            <i
              // biome-ignore lint/suspicious/noArrayIndexKey: the places of a layout have no other order
              key={at}
              className={`own-box own-place own-place-${kind}`}
              style={placeOf(box)}
            />
          ))}
        </div>
      ))}
      {layoutCount > shown.length && (
        <p className="col-span-full text-[.75rem] text-ink-3">
          {`${shown.length} of ${layoutCount} layouts shown`}
        </p>
      )}
    </>
  );
}
