import type { ReactNode } from 'react';

/** Shows a part of a slide in all wordings of its title. The style sheet shows the chosen one (choice-rules.ts). */
export function InAllWordings<Part>({
  number,
  parts,
  children,
}: {
  number: number;
  parts: readonly Part[];
  children: (part: Part) => ReactNode;
}) {
  return parts.map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the index of a wording is its name
    <span key={index} data-wording={`${number}.${index}`}>
      {children(part)}
    </span>
  ));
}
