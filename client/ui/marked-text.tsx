import { Fragment } from 'react';

/*
 * The notation of marked text, in titles, leads and on drawn slides:
 *   *words*   the pen marks these words
 *   \n        the line ends here; on phones the titles of the landing page run on
 */

interface Part {
  text: string;
  isMarked: boolean;
}

/** Parses marked text. Returns a list of lines; each line is a list of parts. */
const parse = (text: string): Part[][] =>
  text.split('\n').map((line) =>
    line
      .split('*')
      .map((part, index) => ({ text: part, isMarked: index % 2 === 1 }))
      .filter((part) => part.text !== ''),
  );

/** Returns the words of marked text without its notation, on one line. */
export const plainText = (text: string): string =>
  parse(text)
    .map((line) => line.map((part) => part.text).join(''))
    .join(' ');

interface Props {
  children: string;
  /** True on a drawn page, which assistive technology does not read: `.pen` takes the place of `<mark>`. */
  isDrawn?: boolean;
}

/** Renders marked text. */
export function MarkedText({ children, isDrawn = false }: Props) {
  const renderPart = ({ text, isMarked }: Part) => {
    if (!isMarked) return text;
    return isDrawn ? (
      <span key={text} className="pen">
        {text}
      </span>
    ) : (
      <mark key={text}>{text}</mark>
    );
  };
  return parse(children).map((line, index) => (
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
