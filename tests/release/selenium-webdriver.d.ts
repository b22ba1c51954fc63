/** The part of the package that we use; it brings no types of its own. */
declare module 'selenium-webdriver' {
  interface WebElement {
    click(): Promise<void>;
    sendKeys(text: string): Promise<void>;
  }
  interface Actions {
    sendKeys(key: string): Actions;
    perform(): Promise<void>;
  }
  export interface WebDriver {
    get(address: string): Promise<void>;
    findElement(locator: unknown): WebElement;
    executeScript<Value>(script: string, ...values: unknown[]): Promise<Value>;
    actions(): Actions;
    manage(): { window(): { setRect(size: { width: number; height: number }): Promise<unknown> } };
    getCapabilities(): Promise<{ getBrowserVersion(): string | undefined }>;
    quit(): Promise<void>;
  }
  export class Capabilities {
    constructor(capabilities: Record<string, unknown>);
  }
  export class Builder {
    usingServer(url: string): this;
    withCapabilities(capabilities: Capabilities): this;
    build(): Promise<WebDriver>;
  }
  export const By: { css(selector: string): unknown };
  export const Key: Record<'ENTER' | 'ESCAPE' | 'TAB' | 'ARROW_RIGHT', string>;
}
