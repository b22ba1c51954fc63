import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { Icon } from './icons.tsx';
import { MarkedText } from './marked-text.tsx';
import { Foot, titleStyle } from './section.tsx';

interface Props {
  /** Stands over the title and, where no tracker does, at its foot. */
  name: string;
  tracker?: string;
  title: string;
  /** One sentence or two; what is marked is the page’s status. */
  lead?: string;
  /** Left, under the lead. */
  children?: ReactNode;
  /** What leads on from here: the way home, if left out. */
  actions?: ReactNode;
  exhibit: ReactNode;
  /** A drawing stands in the middle of its side, a list at its top. */
  isDrawing?: boolean;
  note: ReactNode;
}

/** A drawing has 384 × 216 units. Its labels grow where it shrinks: none is below 11 px. */
const drawing =
  'self-center fill-none stroke-[1.2] stroke-ink text-[10.5px] max-md:-my-4 max-md:text-[13.5px] max-md:max-[22.5rem]:text-[15.5px] [&_text]:fill-ink-2 [&_text]:stroke-none';

export function BackToHome() {
  return (
    <Link className="button button-outline" to={paths.home}>
      <Icon name="arrow-left" />
      Back to Home
    </Link>
  );
}

export function ReturnToHome() {
  return (
    <Link className="button" to={paths.home}>
      Return to Home
    </Link>
  );
}

/** A page that is one sheet of paper: words left, exhibit right, note and page name at its foot. */
export function Sheet(props: Props) {
  const { name, tracker = name, title, lead, children, exhibit, isDrawing, note } = props;
  return (
    <article className="my-8 mb-12 flex min-h-160 flex-col border-rule border-y bg-sheet px-gutter py-6 md:mx-auto md:mt-14 md:mb-21.5 md:w-[calc(100%-2*var(--spacing-gutter))] md:max-w-page md:border md:p-13 print:w-full print:max-w-none print:border-0 print:px-gutter">
      <div className="grid grow gap-12 lg:grid-cols-[4fr_5fr] lg:gap-16">
        <div className="max-md:[&_.button]:w-full">
          <p className="font-medium text-ink-2 text-small">{tracker}</p>
          <h1 className={titleStyle} tabIndex={-1}>
            <MarkedText>{title}</MarkedText>
          </h1>
          {lead && (
            <p className="isolate mt-5 max-w-[29rem] text-pretty text-ink-2 text-lead">
              <MarkedText>{lead}</MarkedText>
            </p>
          )}
          {children}
          <div className="mt-7.75 flex flex-wrap gap-3 print:hidden">
            {props.actions ?? <BackToHome />}
          </div>
        </div>
        <div className={isDrawing ? drawing : ''} id="exhibit">
          {exhibit}
        </div>
      </div>
      <Foot page={name}>{note}</Foot>
    </article>
  );
}
