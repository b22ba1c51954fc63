import { Fragment } from 'react';

/** Copy with `*…*` where the pen goes and `\n` where a line ends if there is room for it. */
export function MarkedText({ children }: { children: string }) {
  return children.split('\n').map((line, index) => (
    <Fragment key={line}>
      {index > 0 && (
        <>
          {' '}
          <br />
        </>
      )}
      {line.split('*').map((part, at) => (at % 2 === 1 ? <mark key={part}>{part}</mark> : part))}
    </Fragment>
  ));
}
