import { colors } from '../../../shared/colors.ts';

/** The colours of a slide, as `#rrggbb`. */
export interface Palette {
  paper: string;
  /** Titles, bars and lines that carry the message. */
  ink: string;
  /** Text of second rank. */
  ink2: string;
  /** Fills and lines of second rank. */
  mid: string;
  /** Fills of third rank, and hairlines. */
  light: string;
  /** The parts of a chart that the title is about. Drawn with an edge in `ink`. */
  key: string;
  /** Text on `key`. */
  onKey: string;
}

/** The colours and typefaces of a look. */
export interface Look {
  palette: Palette;
  /** Names of the typefaces, as the file names them. */
  fonts: Typefaces;
  /** The site's own typefaces, in which the page draws the look in place of the file's. */
  standIns?: Typefaces;
}

interface Typefaces {
  heading: string;
  body: string;
}

const serif = 'STIX Two Text';
const sans = 'Instrument Sans';
const slideInk = colors['slide-ink'][0];

/** The three ready looks. Each has a built file (`virtual:sample-decks`). */
export const looks = [
  {
    id: 'ours',
    name: 'Ours',
    palette: {
      paper: colors.slide[0],
      ink: slideInk,
      ink2: colors['slide-ink-2'][0],
      mid: colors['slide-mid'][0],
      light: colors['slide-light'][0],
      key: colors.marker[0],
      onKey: slideInk,
    },
    fonts: { heading: 'Georgia', body: 'Arial' },
    standIns: { heading: serif, body: sans },
  },
  {
    id: 'office',
    name: 'Plain office',
    palette: {
      paper: '#ffffff',
      ink: '#262626',
      ink2: '#595959',
      mid: '#8a8a8a',
      light: '#d0cece',
      key: '#5b9bd5',
      onKey: '#262626',
    },
    fonts: { heading: 'Arial', body: 'Arial' },
  },
  {
    id: 'midnight',
    name: 'Midnight',
    palette: {
      paper: '#111c2f',
      ink: '#f2efe6',
      ink2: '#bcc4d0',
      mid: '#8593aa',
      light: '#3a4a66',
      key: '#7fd0c4',
      onKey: '#111c2f',
    },
    fonts: { heading: 'Arial', body: 'Arial' },
    standIns: { heading: sans, body: sans },
  },
] as const satisfies readonly (Look & { id: string; name: string })[];

export type ReadyLook = (typeof looks)[number]['id'];
