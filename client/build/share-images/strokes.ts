import { palette } from './palette.ts';

/** The pen's stroke over a phrase: its body, a second pass and the patch where it set down. */
export const penStroke = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 400 100" width="400" height="100" preserveAspectRatio="none">
<path fill="${palette.marker}" d="M6 9C52 4 118 8 196 4.5S338 7 395 2c2 5 3.5 9 3 15-1 8 1.5 14 0 24-1.4 9 1 16-.5 26-1 9 1.5 16-3.5 27.5C332 99 262 95 190 97.5 128 99.5 62 96 4 99c-2.5-5-3-9-2.5-16 1-10-1.5-16 0-26 1-9-1.5-15 .5-24C3.5 23 2 17 6 9z"/>
<path fill="${palette.markerDeep}" fill-opacity=".38" d="M2.5 70c60-5 128-1 196-4.5 66-3.2 140-1 198.5-5 .6 5-.6 8-.2 12-64 3.5-130 1.5-198 4.8C130 80.5 62 77 1.8 81c-.6-4 .2-7 .7-11z"/>
<path fill="${palette.markerDeep}" fill-opacity=".5" d="M6 9l8-.8c-1.5 12-2.5 26-2 40-.5 17-1 33-1.5 50.3L4 99c-2.5-5-3-9-2.5-16 1-10-1.5-16 0-26 1-9-1.5-15 .5-24C3.5 23 2 17 6 9z"/>
</svg>`;

/** The mark in its own box, 36 by 24, with room for the pen that begins left of the slide. */
export const mark = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-3 0 36 24" width="36" height="24">
<path fill="${palette.ink}" d="M1 1h18c7 0 12 4.6 12 11s-5 11-12 11H1z"/>
<path fill="${palette.marker}" d="M-2 5.7 20.4 4.7l.5 4.8-22.6 1z"/>
<path fill="none" stroke="${palette.slide}" stroke-width="1.75" d="M6 14.9h15.5M6 18.6h10"/>
</svg>`;
