import { afterEach, describe, expect, it, vi } from 'vitest';
import { computedStyle } from '../../testing/web/set-up.ts';
import { earlyText, forgetEarlyText, repeatEarlyClick } from '../context/early-input.ts';
import { colorSchemeAttribute, colorSchemeKey } from '../ui/theme.ts';

window.getComputedStyle = computedStyle;

const page = document.documentElement;

/** Listeners of the script, which a page has once. */
let listeners: [string, EventListener][] = [];

/** Runs the script of the first paint on a page with the header that the server draws, and one without it. */
async function begin(header = '<div id="shell"><div class="bar"><i data-part="map">Map</i></div></div>') {
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('addEventListener', (name: string, listener: EventListener) => {
    listeners.push([name, listener]);
    document.addEventListener(name, listener);
  });
  vi.resetModules();
  document.body.innerHTML = header;
  await import('./first-paint.ts');
}

function press(...keys: (string | KeyboardEventInit)[]): boolean[] {
  return keys.map((key) => {
    const init = typeof key === 'string' ? { key } : key;
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
    return !document.body.dispatchEvent(event);
  });
}

const palette = { key: 'k', ctrlKey: true };

afterEach(() => {
  vi.unstubAllGlobals();
  for (const [name, listener] of listeners) document.removeEventListener(name, listener);
  listeners = [];
  for (const name of ['data-early-text', 'data-early-click', 'data-theme', 'data-other-view'])
    page.removeAttribute(name);
  document.body.innerHTML = '';
});

describe('keys before the application runs', () => {
  it.each([
    ['the shortcut', [palette], ''],
    ['the shortcut on a Russian keyboard', [{ key: 'л', code: 'KeyK', metaKey: true }], ''],
    ['a text after it', [palette, 'm', 'a', 'x', 'Backspace', 'p'], 'map'],
    ['Escape after it', [palette, 'm', 'Escape'], undefined],
    ['other keys', ['k', 'm', { key: 'k', ctrlKey: true, shiftKey: true }], undefined],
  ])('for %s leave the text of the palette', async (_name, keys, text) => {
    await begin();
    press(...keys);
    expect(earlyText()).toBe(text);
    forgetEarlyText();
    expect(earlyText()).toBeUndefined();
  });

  it('are left to the browser where the palette does not need them', async () => {
    await begin();
    expect(press('m', palette, 'm', 'Tab')).toEqual([false, true, true, false]);
  });

  it('are left to the application once it runs', async () => {
    await begin('');
    expect(press(palette)).toEqual([false]);
    expect(earlyText()).toBeUndefined();
  });
});

describe('a click before the application runs', () => {
  const box = { left: 10, right: 50, top: 0, bottom: 40 } as DOMRect;
  const clickAt = (clientX: number) =>
    document.body.dispatchEvent(new MouseEvent('click', { clientX, clientY: 20, bubbles: true }));

  async function repeated(clientX: number): Promise<number> {
    await begin();
    document.querySelector('[data-part]')!.getBoundingClientRect = () => box;
    clickAt(clientX);
    document.body.innerHTML = '<button><svg></svg></button>';
    const pressed = vi.fn<() => void>();
    document.querySelector('button')!.addEventListener('click', pressed);
    document.elementFromPoint = () => document.querySelector('svg');
    repeatEarlyClick();
    repeatEarlyClick();
    return pressed.mock.calls.length;
  }

  it('on a button of the header is repeated once', async () => expect(await repeated(20)).toBe(1));

  it('beside it is not', async () => expect(await repeated(60)).toBe(0));

  it('on a link is left to the link', async () => {
    await begin('<div id="shell"><div class="bar"><a data-part="title"><b>Mapping</b></a></div></div>');
    document.querySelector('a')!.getBoundingClientRect = () => box;
    document
      .querySelector('b')!
      .dispatchEvent(new MouseEvent('click', { clientX: 20, clientY: 20, bubbles: true }));
    expect(page.hasAttribute('data-early-click')).toBe(false);
  });

  describe('on the colour scheme', () => {
    const scheme = '<div id="shell"><div class="bar"><i data-part="scheme">Dark</i></div></div>';
    async function press(root: string) {
      localStorage.clear();
      await begin(`<div id="root">${root}</div>${scheme}`);
      document.querySelector('[data-part]')!.getBoundingClientRect = () => box;
      clickAt(20);
    }
    afterEach(() => {
      localStorage.clear();
      page.removeAttribute(colorSchemeAttribute);
      page.removeAttribute('data-early-click');
    });

    it('switches it at once, for the application too', async () => {
      await press('');
      expect(page.getAttribute(colorSchemeAttribute)).toBe('dark');
      expect(localStorage.getItem(colorSchemeKey)).toBe('dark');
      clickAt(20);
      expect(page.getAttribute(colorSchemeAttribute)).toBe('light');
      expect(page.hasAttribute('data-early-click')).toBe(false);
    });

    it('is repeated where the application has read the scheme already', async () => {
      await press('<p>Loading</p>');
      expect(page.getAttribute(colorSchemeAttribute)).toBe('light');
      expect(page.hasAttribute('data-early-click')).toBe(true);
    });
  });
});
