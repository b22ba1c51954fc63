import type { ReactNode } from 'react';
import type { EntryFact } from '../../shared/entry/page.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-4 border-rule border-b py-2.75 md:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="wrap-anywhere font-medium text-[.9375rem]">{children}</dd>
    </div>
  );
}

/** Lists everything that is stored about a prospect. */
export function EntryFactList({ facts }: { facts: readonly EntryFact[] }) {
  return (
    <dl className="border-ink border-t">
      {facts.map(({ name, label, value }) => (
        <Fact key={name} name={label}>
          {value}
        </Fact>
      ))}
    </dl>
  );
}
