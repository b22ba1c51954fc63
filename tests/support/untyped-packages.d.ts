/** These packages bring no types of their own. */
declare module '@adobe/structured-data-validator';
declare module 'selenium-webdriver';
