import { MappingError } from '../../../wire/errors.ts';

/** Polling interval in milliseconds for a closed window, for which there is no event. */
const closedCheck = 500;

/**
 * The page as the OAuth library sees it, with a `window.open` that detects what the library would wait for forever: a
 * blocked window and one closed before the end. `gone` rejects then.
 */
export function popupPage(page: Window): { page: Window; gone: Promise<never> } {
  let giveUp: (reason: MappingError) => void = () => {};
  const gone = new Promise<never>((_resolve, reject) => {
    giveUp = reject;
  });
  const open = (...parameters: Parameters<Window['open']>): Window | null => {
    const small = page.open(...parameters);
    if (!small) {
      giveUp(new MappingError('session:popup-blocked', 'The browser blocked the sign-in window'));
      return null;
    }
    const look = page.setInterval(() => {
      if (!small.closed) return;
      page.clearInterval(look);
      // After a successful sign-in this rejection has no effect.
      giveUp(new MappingError('session:cancelled', 'Sign-in was cancelled'));
    }, closedCheck);
    return small;
  };
  const seen = new Proxy(page, {
    get(target, name) {
      if (name === 'open') return open;
      const value: unknown = Reflect.get(target, name);
      // The browser's own functions refuse to run on anything but the window itself.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { page: seen, gone };
}
