import type { ReactNode } from 'react';
import { site } from '../../shared/site.ts';
import { MarkedText } from './marked-text.tsx';

interface Props {
  tracker: string;
  title: string;
  /** One sentence or two; what is marked is the page’s status. */
  lead?: string;
  /** Left, under the lead. */
  children: ReactNode;
  exhibit: ReactNode;
  note: ReactNode;
  /** Name in the foot; the tracker if left out. */
  name?: string;
}

/** A page that is one sheet of paper: words left, exhibit right, note and page name at its foot. */
export function Sheet({ tracker, title, lead, children, exhibit, note, name = tracker }: Props) {
  return (
    <article className="sheet">
      <div className="sheet-columns">
        <div>
          <p className="tracker">{tracker}</p>
          <h1 className="title" tabIndex={-1}>
            <MarkedText>{title}</MarkedText>
          </h1>
          {lead && (
            <p className="lead">
              <MarkedText>{lead}</MarkedText>
            </p>
          )}
          {children}
        </div>
        <div className="sheet-exhibit">{exhibit}</div>
      </div>
      <footer className="foot">
        <p>{note}</p>
        <p>
          {site.name} <b>{name}</b>
        </p>
      </footer>
    </article>
  );
}
