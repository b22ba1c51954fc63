// @vitest-environment jsdom

import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openedPath } from '../../shared/signup/paths.ts';

const { loadReact, observeReveals } = vi.hoisted(() => ({
  loadReact: vi.fn(() => ({})),
  observeReveals: vi.fn(),
}));
vi.mock('./reveal.ts', () => ({ observeReveals }));

const page = `
  <header>
    <a id="toggle" href="#menu" role="button">Menu</a>
    <div id="menu">
      <a id="menu-link" href="#founders">Founders</a>
      <a id="menu-button" href="#early-access-email" role="button" data-source="nav">Get Early Access</a>
    </div>
  </header>
  <main>
    <a id="hero" href="#early-access-email" role="button" data-source="hero"><b id="word">Get</b> Early Access</a>
    <button id="plain">Replay</button>
    <a id="anchor" href="#founders">Founders</a>
    <a id="other-page" href="/upload#form">Upload</a>
  </main>
  <dialog id="early-access" open>
    <form>
      <input name="source" /><input name="openedAt" /><input id="early-access-email" name="email" />
    </form>
    <button id="close" data-closes>Close</button>
  </dialog>`;

const element = (id: string) => document.getElementById(id) as HTMLElement;
const field = (name: string) => document.querySelector<HTMLInputElement>(`[name=${name}]`)?.value;
const press = (id: string) => element(id).click();

const sendBeacon = vi.fn();
const showModal = vi.fn();
const close = vi.fn();
const hideMenu = vi.fn();
const toggleMenu = vi.fn();
let isMenuOpen = false;
let isCurrent = true;
let isModal = false;
/** Media queries with the function that the script calls at a change. */
let mediaChanges: Map<string, () => void>;
let removeListeners: (() => void)[];

const navigatorWith = (beacon: typeof sendBeacon | undefined) =>
  Object.assign(navigator, { sendBeacon: beacon });

/** Adds what jsdom lacks: dialogs, popovers, media queries and beacons. Removes the listeners of the script after a test. */
beforeEach(() => {
  document.body.innerHTML = page;
  isMenuOpen = false;
  isCurrent = true;
  isModal = false;
  history.replaceState(null, '', '/');
  mediaChanges = new Map();
  const dialog = element('early-access') as HTMLDialogElement;
  Object.assign(dialog, {
    showModal: showModal.mockImplementation(() => {
      isModal = dialog.toggleAttribute('open', true);
    }),
    close: close.mockImplementation(() => {
      isModal = dialog.toggleAttribute('open', false);
    }),
  });
  vi.spyOn(dialog, 'matches').mockImplementation(() => isModal);
  const menu = Object.assign(element('menu'), { hidePopover: hideMenu, togglePopover: toggleMenu });
  vi.spyOn(menu, 'matches').mockImplementation(() => isMenuOpen);
  Object.assign(HTMLElement.prototype, { popover: null });
  vi.stubGlobal('CSS', { supports: () => isCurrent });
  vi.stubGlobal('matchMedia', (query: string) => ({
    addEventListener: (event: string, run: () => void) =>
      mediaChanges.set(`${event} ${query}`, run),
  }));
  navigatorWith(sendBeacon);
  removeListeners = [];
  for (const target of [document, window]) {
    const add = target.addEventListener.bind(target);
    vi.spyOn(target, 'addEventListener').mockImplementation(
      (type: string, listener: EventListenerOrEventListenerObject, options) => {
        add(type, listener, options);
        removeListeners.push(() => target.removeEventListener(type, listener, options));
      },
    );
  }
});
afterEach(() => {
  for (const remove of removeListeners) remove();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  navigatorWith(sendBeacon);
});

/** Runs the script again. `loadReact` is called when the script imports React for the first time. */
async function boot(): Promise<void> {
  vi.resetModules();
  vi.doMock('./client.tsx', loadReact);
  await import('./boot.ts');
}

it('a press on a button prepares the form, counts the opening, focuses the button, loads React and opens the dialog', async () => {
  await boot();
  const focus = vi.spyOn(element('hero'), 'focus');
  press('word');
  expect([field('source'), Number(field('openedAt'))]).toEqual(['hero', expect.any(Number)]);
  expect(sendBeacon).toHaveBeenCalledExactlyOnceWith(openedPath, expect.any(Blob));
  expect(document.activeElement).toBe(element('hero'));
  // Otherwise the page would jump to the button.
  expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll: true });
  await expect.poll(() => loadReact).toHaveBeenCalledOnce();
  expect(showModal).toHaveBeenCalledOnce();
});

it('an older browser keeps the page as it was sent, with its form and its links', async () => {
  isCurrent = false;
  await boot();
  press('hero');
  expect(element('early-access').hasAttribute('open')).toBe(true);
  expect([showModal, close].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
  window.dispatchEvent(new Event('load'));
  expect(observeReveals).not.toHaveBeenCalled();
});

it.each([
  ['without beacons', undefined],
  [
    'whose beacons fail',
    vi.fn(() => {
      throw new Error('blocked');
    }),
  ],
])('a browser %s opens the dialog and loads React', async (_what, beacon) => {
  navigatorWith(beacon);
  await boot();
  press('hero');
  expect(showModal).toHaveBeenCalledOnce();
  await expect.poll(() => loadReact).toHaveBeenCalledOnce();
});

it('when the dialog does not open, the form stands in the page and the browser follows the link to the form', async () => {
  const report = vi.fn();
  vi.stubGlobal('reportError', report);
  await boot();
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  showModal.mockImplementation(() => {
    throw new Error('no modal');
  });
  element('hero').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(element('early-access').hasAttribute('open')).toBe(true);
  expect(report).toHaveBeenCalledOnce();
});

it('the script closes the form of the page', async () => {
  await boot();
  expect(element('early-access').hasAttribute('open')).toBe(false);
});

it('when the visitor is in the form, the form stays in the page and its time starts', async () => {
  element('early-access-email').focus();
  await boot();
  expect(element('early-access').hasAttribute('open')).toBe(true);
  expect([field('source'), Number(field('openedAt'))]).toEqual(['', expect.any(Number)]);
  expect(field('openedAt')).not.toBe('');
});

it('an address that was typed into the form of the page stays when the dialog opens', async () => {
  const email = element('early-access-email') as HTMLInputElement;
  email.value = 'ada@company.com';
  await boot();
  press('hero');
  expect(isModal).toBe(true);
  expect([email.value, field('source')]).toEqual(['ada@company.com', 'hero']);
  press('close');
  press('hero');
  expect(email.value).toBe('');
});

it('an address that ends with the anchor of the form opens the dialog, and the script removes the anchor', async () => {
  history.replaceState(null, '', '/?a=b#early-access-email');
  await boot();
  expect(isModal).toBe(true);
  expect(location.href).toMatch(/\/\?a=b$/);
});

it('a press with a modifier key follows the link', async () => {
  await boot();
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey: true });
  element('hero').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
  expect(showModal).not.toHaveBeenCalled();
});

it('the space bar presses a link that is announced as a button only', async () => {
  await boot();
  const space = () => new KeyboardEvent('keydown', { key: ' ', bubbles: true, cancelable: true });
  element('anchor').dispatchEvent(space());
  expect(showModal).not.toHaveBeenCalled();
  element('hero').dispatchEvent(space());
  expect(showModal).toHaveBeenCalledOnce();
});

it('a key that is held presses once, because the next control may have the focus already', async () => {
  await boot();
  const press = (id: string, key: string, repeat: boolean) => {
    const event = new KeyboardEvent('keydown', { key, repeat, bubbles: true, cancelable: true });
    element(id).dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press('hero', ' ', true)).toBe(true);
  expect(showModal).not.toHaveBeenCalled();
  expect(press('plain', 'Enter', false)).toBe(false);
  expect(press('plain', 'Enter', true)).toBe(true);
  expect(press('early-access-email', 'a', true)).toBe(false);
});

it.each([
  ['opens the closed menu', false, undefined],
  ['closes the open menu, which the press itself may have closed already', true, false],
])('a press on the toggle %s', async (_what, isOpen, force) => {
  isMenuOpen = isOpen;
  await boot();
  element('toggle').dispatchEvent(new Event('pointerdown', { bubbles: true }));
  isMenuOpen = false;
  const event = new MouseEvent('click', { bubbles: true, cancelable: true, detail: 1 });
  element('toggle').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  expect(toggleMenu).toHaveBeenCalledExactlyOnceWith(force ?? true);
});

it('the toggle says whether the menu is open', async () => {
  await boot();
  for (const isOpen of [true, false]) {
    isMenuOpen = isOpen;
    element('menu').dispatchEvent(new Event('toggle'));
    expect(element('toggle').getAttribute('aria-expanded')).toBe(String(isOpen));
  }
});

it('without popovers the toggle stays a link', async () => {
  Reflect.deleteProperty(HTMLElement.prototype, 'popover');
  await boot();
  const event = new MouseEvent('click', { bubbles: true, cancelable: true });
  element('toggle').dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

it('a press on a button while the dialog is open changes nothing', async () => {
  await boot();
  press('hero');
  press('menu-button');
  expect(field('source')).toBe('hero');
  expect(sendBeacon).toHaveBeenCalledOnce();
  expect(showModal).toHaveBeenCalledOnce();
});

it('the button in the dialog closes the dialog, and another button does nothing', async () => {
  await boot();
  press('hero');
  press('plain');
  expect(element('early-access').hasAttribute('open')).toBe(true);
  press('close');
  expect(element('early-access').hasAttribute('open')).toBe(false);
  expect(sendBeacon).toHaveBeenCalledOnce();
});

it('a press that another script has handled opens nothing', async () => {
  await boot();
  element('hero').addEventListener('click', (event) => event.preventDefault());
  press('hero');
  expect([sendBeacon, showModal].map(({ mock }) => mock.calls.length)).toEqual([0, 0]);
});

it('a click on the document itself is ignored', async () => {
  await boot();
  const failed = vi.fn();
  window.addEventListener('error', failed);
  document.dispatchEvent(new Event('click'));
  expect(failed).not.toHaveBeenCalled();
});

it.each([
  ['to the toggle of the open menu', true, 'toggle'],
  ['to the button itself while the menu is closed', false, 'menu-button'],
])('a press on the button in the menu moves the focus %s', async (_where, isOpen, focused) => {
  isMenuOpen = isOpen;
  await boot();
  press('menu-button');
  expect(document.activeElement).toBe(element(focused));
});

it('a press on a link in the open menu closes the menu, and a press on a link of the page does not', async () => {
  isMenuOpen = true;
  await boot();
  press('anchor');
  expect(hideMenu).not.toHaveBeenCalled();
  press('menu-link');
  expect(hideMenu).toHaveBeenCalledOnce();
});

const isSmooth = () => document.documentElement.hasAttribute('data-smooth');

it.each(['scrollend', 'keydown'])(
  'a press on a link within the page scrolls smoothly until %s',
  async (event) => {
    await boot();
    press('anchor');
    expect(isSmooth()).toBe(true);
    document.dispatchEvent(new Event(event));
    expect(isSmooth()).toBe(false);
  },
);

it.each(['other-page', 'plain'])('a press on #%s does not scroll smoothly', async (id) => {
  await boot();
  press('anchor');
  element(id).addEventListener('click', (event) => event.preventDefault());
  press(id);
  expect(isSmooth()).toBe(false);
});

it('the menu closes when the focus leaves it, and stays open while the focus is in the header', async () => {
  isMenuOpen = true;
  await boot();
  element('toggle').focus();
  expect(hideMenu).not.toHaveBeenCalled();
  element('plain').focus();
  expect(hideMenu).toHaveBeenCalledOnce();
});

it('the menu closes when the window gets wide', async () => {
  isMenuOpen = true;
  await boot();
  mediaChanges.get('change (width >= 48rem)')?.();
  expect(hideMenu).toHaveBeenCalledOnce();
});

it('menu and dialog close when the visitor goes back', async () => {
  isMenuOpen = true;
  await boot();
  press('hero');
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(hideMenu).toHaveBeenCalled();
  expect(element('early-access').hasAttribute('open')).toBe(false);
});

it('a form in the page that the visitor uses stays when the address of the page changes', async () => {
  (element('early-access-email') as HTMLInputElement).value = 'ada@company.com';
  await boot();
  window.dispatchEvent(new PopStateEvent('popstate'));
  expect(element('early-access').hasAttribute('open')).toBe(true);
});

it('with the menu closed and no dialog on the page no event fails', async () => {
  element('early-access').remove();
  const failed = vi.fn();
  window.addEventListener('error', failed);
  await boot();
  element('plain').focus();
  mediaChanges.get('change (width >= 48rem)')?.();
  window.dispatchEvent(new PopStateEvent('popstate'));
  press('hero');
  press('menu-link');
  expect(failed).not.toHaveBeenCalled();
});

/** Puts a stand-in in place of PerformanceObserver. Returns a function that reports a paint. */
function stubPaint() {
  const observe = vi.fn();
  let report = () => {};
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      observe = observe;
      constructor(callback: () => void) {
        report = callback;
      }
    },
  );
  return () => {
    expect(observe).toHaveBeenCalledExactlyOnceWith({ type: 'paint', buffered: true });
    report();
  };
}

it('after load sections are revealed, and React loads when the browser has painted the page and is idle', async () => {
  const idle = vi.fn();
  vi.stubGlobal('requestIdleCallback', idle);
  const paint = stubPaint();
  await boot();
  expect(observeReveals).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('load'));
  expect(observeReveals).toHaveBeenCalledOnce();
  expect(idle).not.toHaveBeenCalled();
  paint();
  expect(loadReact).not.toHaveBeenCalled();
  idle.mock.calls[0]?.[0]();
  await expect.poll(() => loadReact).toHaveBeenCalledOnce();
});

it('without idle callbacks React loads a moment after the page is painted', async () => {
  const paint = stubPaint();
  await boot();
  window.dispatchEvent(new Event('load'));
  paint();
  await expect.poll(() => loadReact).toHaveBeenCalledOnce();
});

it('React loads some seconds after load in a browser that reports no paint', async () => {
  stubPaint();
  await boot();
  vi.useFakeTimers();
  window.dispatchEvent(new Event('load'));
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.poll(() => loadReact).toHaveBeenCalledOnce();
});

it('React loads some seconds after load where a browser lacks an observer', async () => {
  vi.stubGlobal('PerformanceObserver', undefined);
  observeReveals.mockImplementationOnce(() => {
    throw new TypeError('IntersectionObserver is not a constructor');
  });
  await boot();
  vi.useFakeTimers();
  const failed = vi.fn((event: Event) => event.preventDefault());
  window.addEventListener('error', failed);
  window.dispatchEvent(new Event('load'));
  window.removeEventListener('error', failed);
  expect(failed).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(5_000);
  vi.useRealTimers();
  await expect.poll(() => loadReact).toHaveBeenCalledOnce();
});

it('the sections of the next page are revealed after a navigation within the site', async () => {
  await boot();
  window.dispatchEvent(new Event('load'));
  document.querySelector('main')?.append(document.createElement('section'));
  await expect.poll(() => observeReveals).toHaveBeenCalledTimes(2);
});

it('a script that runs before the document is parsed waits for the end of the document', async () => {
  const state = vi.spyOn(document, 'readyState', 'get').mockReturnValue('loading');
  const booting = boot();
  await expect.poll(() => state).toHaveBeenCalled();
  press('hero');
  expect(sendBeacon).not.toHaveBeenCalled();
  document.dispatchEvent(new Event('DOMContentLoaded'));
  await booting;
  press('hero');
  expect(sendBeacon).toHaveBeenCalledOnce();
});
