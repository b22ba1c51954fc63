/** The package brings no types of its own. */
declare module 'selenium-webdriver';
