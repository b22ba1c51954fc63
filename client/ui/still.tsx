import { type ComponentType, createContext, useContext, useEffect, useRef, useState } from 'react';

/**
 * The components behind `Still`, by name. Only the prerenderer fills this in, so that their code
 * stays out of the script that every visitor loads.
 */
export const StillParts = createContext<Partial<Record<string, ComponentType>>>({});

declare global {
  var trustedTypes: { emptyHTML: string } | undefined;
}

/** Nothing, in the form that a browser accepts which lets no plain string become markup. */
const noMarkup = globalThis.trustedTypes?.emptyHTML ?? '';

interface StillProps {
  part: string;
  className: string;
  /** Loads the component where there is no prerendered markup: after navigation inside the client. */
  load: () => Promise<ComponentType>;
}

/**
 * Decoration that does nothing after it is drawn. It is prerendered, and hydration leaves what
 * stands there alone: React never looks inside an element whose inner HTML it was given.
 */
export function Still({ part, className, load }: StillProps) {
  const Prerendered = useContext(StillParts)[part];
  const place = useRef<HTMLDivElement>(null);
  const [Loaded, setLoaded] = useState<ComponentType>();
  useEffect(() => {
    // A failure leaves the place empty: it is decoration, and its size is reserved.
    if (!place.current?.firstChild)
      load().then(
        (part) => setLoaded(() => part),
        () => {},
      );
  }, [load]);

  const Part = Prerendered ?? Loaded;
  if (Part) {
    return (
      <div className={className} aria-hidden="true">
        <Part />
      </div>
    );
  }
  return (
    <div
      ref={place}
      className={className}
      aria-hidden="true"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: always empty; it only tells React to keep out
      dangerouslySetInnerHTML={{ __html: noMarkup }}
    />
  );
}
