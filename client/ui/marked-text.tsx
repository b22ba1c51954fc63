import { Fragment } from 'react';
import { type MarkedPart, parseMarkedText } from './notation.ts';

interface Props {
  children: string;
  /** True on a drawn page, which assistive technology does not read: `.pen` takes the place of `<mark>`. */
  isDrawn?: boolean;
}

/** Renders marked text (notation.ts). */
export function MarkedText({ children, isDrawn = false }: Props) {
  const renderPart = ({ text, isMarked }: MarkedPart) => {
    if (!isMarked) return text;
    return isDrawn ? (
      <span key={text} className="pen">
        {text}
      </span>
    ) : (
      <mark key={text}>{text}</mark>
    );
  };
  return parseMarkedText(children).map((line, index) => (
    <Fragment key={line.map(({ text }) => text).join('')}>
      {index > 0 && (
        <>
          {' '}
          <br />
        </>
      )}
      {line.map(renderPart)}
    </Fragment>
  ));
}
