import { MarkedText } from './marked-text.tsx';

interface Props {
  level: 1 | 2;
  id?: string | undefined;
  /** Marked text. Each entry of a list is a sentence and becomes a balanced block of its own. */
  children: string | readonly string[];
}

/** Renders the title of a landing section or a content page. It can be focused by script after a navigation. */
export function Title({ level, id, children }: Props) {
  const Heading = `h${level}` as const;
  return (
    <Heading
      className="isolate mt-[1.15rem] max-w-[21em] text-balance font-serif text-title"
      id={id}
      tabIndex={-1}
    >
      {typeof children === 'string' ? (
        <MarkedText>{children}</MarkedText>
      ) : (
        children.map((sentence) => (
          <span className="block" key={sentence}>
            <MarkedText>{sentence}</MarkedText>{' '}
          </span>
        ))
      )}
    </Heading>
  );
}
