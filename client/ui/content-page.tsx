import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '../../shared/paths.ts';
import { firstScreenEnd } from './first-screen.ts';
import { Footnote } from './footnote.tsx';
import { Icon } from './icons.tsx';
import { MarkedText } from './marked-text.tsx';
import { Title } from './title.tsx';

interface Props {
  /** The page's name: stands in the last row and, without a tracker, over the title. */
  name: string;
  /** Stands over the title in place of the name. */
  tracker?: string;
  /** Marked text. */
  title: string;
  /** Marked text: one sentence or two; the marked words are the page's status. */
  lead?: string;
  /** Content under the lead. */
  children?: ReactNode;
  /** Buttons and links; a link to the landing page by default; null: none. */
  actions?: ReactNode;
  exhibit: ReactNode;
  /** True if the exhibit is a drawing, which is centred; a list begins at the top. */
  isDrawing?: boolean;
  /** True if the exhibit takes six of ten parts of the width. */
  hasWideExhibit?: boolean;
  note: ReactNode;
}

/** A drawing has 384 × 216 units. Its labels grow when the drawing shrinks, so that no label is smaller than 11 px. */
const drawing =
  'self-center fill-none stroke-[1.2] stroke-ink text-[10.5px] max-md:-my-4 max-md:text-[13.5px] max-md:max-[22.5rem]:text-[15.5px] [&_text]:fill-ink-2 [&_text]:stroke-none [&>svg]:w-full';

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

/**
 * Renders a page other than the landing page. The words are on the left, the exhibit on the right, note and name in the last
 * row.
 */
export function ContentPage(props: Props) {
  const { name, tracker = name, title, lead, children, exhibit, isDrawing, note } = props;
  const columns = props.hasWideExhibit
    ? 'gap-7 md:gap-12 lg:grid-cols-[4fr_6fr]'
    : 'gap-12 lg:grid-cols-[4fr_5fr]';
  const { actions = <BackToHome /> } = props;
  return (
    <article className="my-8 mb-12 flex min-h-160 flex-col border-rule border-y bg-sheet px-gutter py-6 md:mx-auto md:mt-14 md:mb-21.5 md:w-[calc(100%-2*var(--spacing-gutter))] md:max-w-page md:border md:p-13 on-paper:w-full on-paper:max-w-none on-paper:border-0 on-paper:px-gutter">
      <div className={`grid grow lg:gap-16 ${columns}`}>
        <div className="min-w-0 max-md:[&_.button]:w-full">
          <p className="font-medium text-ink-2 text-small">{tracker}</p>
          <Title level={1}>{title}</Title>
          {lead && (
            <p className="isolate wrap-anywhere mt-5 max-w-[29rem] text-pretty text-ink-2 text-lead">
              <MarkedText>{lead}</MarkedText>
            </p>
          )}
          {children}
          {actions && <div className="mt-7.75 flex flex-wrap gap-3 on-paper:hidden">{actions}</div>}
        </div>
        <div className={isDrawing ? drawing : ''} id={firstScreenEnd}>
          {exhibit}
        </div>
      </div>
      <Footnote page={name}>{note}</Footnote>
    </article>
  );
}
