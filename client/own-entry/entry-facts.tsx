import type { ReactNode } from 'react';
import type { EntryFacts } from '../../shared/entry/page.ts';

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] border-rule border-b py-2.75 md:grid-cols-[9rem_minmax(0,1fr)]">
      <dt className="text-ink-3 text-small">{name}</dt>
      <dd className="wrap-anywhere font-medium text-[.9375rem]">{children}</dd>
    </div>
  );
}

/** Lists what the server keeps of a sign-up. */
export function EntryFactList({ facts }: { facts: EntryFacts }) {
  const { email, signedUp, confirmed, keptUntil, notice } = facts;
  const square =
    confirmed === null ? 'border-dashed border-ink-2' : 'border-ink bg-marker on-paper:bg-ink';
  return (
    <dl className="border-ink border-t">
      <Fact name="Address">{email}</Fact>
      <Fact name="Signed up">{signedUp}</Fact>
      <Fact name="Confirmed">
        <span className={`mr-2 inline-block size-2.75 border ${square}`} aria-hidden="true" />
        {confirmed ?? 'Not yet'}
      </Fact>
      <Fact name="Kept until">{keptUntil}</Fact>
      <Fact name="You read">
        <span className="font-normal">{notice}</span>
      </Fact>
    </dl>
  );
}
