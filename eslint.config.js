import css from '@eslint/css';
import compat from 'eslint-plugin-compat';

/**
 * Checks the built scripts and styles against the floor (`browserslist` in package.json). Biome lints everything else.
 */

/** Properties that only change the look. A browser that does not know one leaves it out. */
const looks = [
  'accent-color',
  'box-decoration-break',
  'field-sizing',
  'forced-color-adjust',
  'interpolate-size',
  'overflow-anchor',
  'print-color-adjust',
  'resize',
  'scrollbar-gutter',
  'text-size-adjust',
  'text-wrap',
  'text-wrap-style',
  'user-select',
  'zoom',
  'animation-timeline',
];

/** Selectors that stand alone in their rules, so that a browser that does not know one leaves out that rule alone. */
const alone = ['autofill', 'selection'];

/** Takes the styles out of the landing page, which has all of them. */
const styles = {
  preprocess: (html, name) => {
    const [, text = ''] = /<style>(.*?)<\/style>/s.exec(html) ?? [];
    return [{ text, filename: `${name}.css` }];
  },
  postprocess: (messages) => messages.flat(),
};

export default [
  { files: ['dist/pages/home.html'], processor: styles },
  {
    files: ['dist/client/assets/*.js'],
    ...compat.configs['flat/recommended'],
    // boot.ts asks for this function before it calls it.
    settings: { polyfills: ['requestIdleCallback'] },
  },
  {
    files: ['dist/**/*.css'],
    plugins: { css },
    language: 'css/css',
    languageOptions: { tolerant: true },
    rules: {
      'css/use-baseline': [
        'error',
        {
          available: 'widely',
          allowProperties: looks,
          allowSelectors: alone,
          allowAtRules: ['page', 'property'],
          allowPropertyValues: { 'background-clip': ['text'], 'font-family': ['ui-sans-serif'] },
        },
      ],
    },
  },
];
