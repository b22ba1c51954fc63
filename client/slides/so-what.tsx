import type { ReactNode } from 'react';

interface SoWhatProps {
  label: string;
  text: ReactNode;
  points: readonly string[];
}

/** Draws what follows from an exhibit: a sentence and its points. */
export function SoWhat({ label, text, points }: SoWhatProps) {
  return (
    <>
      {label}
      <p className="slide-heading so-what-text text-deck-ink leading-[1.24]">{text}</p>
      <ul className="text-deck-ink leading-[1.3]">
        {points.map((point) => (
          <li className="slide-point border-deck-rule border-t py-[.4em]" key={point}>
            {point}
          </li>
        ))}
      </ul>
    </>
  );
}
