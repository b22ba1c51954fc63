/**
 * The packages that `npm run test:release` installs in this folder. They are declared here, because the types are also
 * checked where they are not installed.
 */
declare module 'lighthouse';
declare module 'puppeteer-core';
declare module 'selenium-webdriver';
