import type { ReactNode } from 'react';
import { MarkedText } from './marked-text.tsx';
import { Foot, Title } from './section.tsx';

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
  /** A drawing stands in the middle of its side, a list at its top. */
  isDrawing?: boolean;
}

/** A drawing has 384 × 216 units. Its labels grow where it shrinks: none is below 11 px. */
const drawing =
  'self-center fill-none stroke-[1.2] stroke-ink text-[10.5px] max-md:-my-4 max-md:text-[13.5px] max-md:max-[22.5rem]:text-[15.5px] [&_text]:fill-ink-2 [&_text]:stroke-none';

/** A page that is one sheet of paper: words left, exhibit right, note and page name at its foot. */
export function Sheet(props: Props) {
  const { tracker, title, lead, children, exhibit, note, name = tracker, isDrawing } = props;
  return (
    <article className="my-8 mb-12 flex min-h-160 flex-col border-rule border-y bg-sheet px-gutter py-6 md:mx-auto md:mt-14 md:mb-20 md:w-[calc(100%-2*var(--spacing-gutter))] md:max-w-page md:border md:p-13 print:w-full print:max-w-none print:border-0 print:px-gutter">
      <div className="grid grow gap-12 lg:grid-cols-[4fr_5fr] lg:gap-16">
        <div className="max-md:[&_.button]:w-full">
          <p className="font-medium text-ink-2 text-small">{tracker}</p>
          <Title as="h1">{title}</Title>
          {lead && (
            <p className="isolate mt-5 max-w-[29rem] text-pretty text-ink-2 text-lead">
              <MarkedText>{lead}</MarkedText>
            </p>
          )}
          {children}
        </div>
        <div className={isDrawing ? drawing : ''}>{exhibit}</div>
      </div>
      <Foot page={name}>{note}</Foot>
    </article>
  );
}
