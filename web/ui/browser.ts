import { useSyncExternalStore } from 'react';

/**
 * Puts a text on the clipboard.
 * @returns false when the browser does not let pages do that, as on plain http
 */
export async function copyText(text: string, page: Window = window): Promise<boolean> {
  try {
    await page.navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Milliseconds after which a browser has certainly started the download. */
const kept = 60_000;

/** Downloads a file. */
export function saveFile({ name, content }: { name: string; content: Blob }): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), kept);
}

/** A canvas as a PNG file. */
export function pngOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be written.'))));
  });
}

/**
 * The Latin letter of a key press in lower case: on layouts without Latin letters, that at the key's
 * position. Undefined for other keys.
 */
export function latinLetter({ key, code }: Pick<KeyboardEvent, 'key' | 'code'>): string | undefined {
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /^[\p{L}\p{M}]$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/** Whether the keyboard has a ⌘ key where others have Ctrl. */
export function isApple(): boolean {
  return /Mac|iP(hone|ad)/.test(navigator.userAgent);
}

/**
 * Runs something once the page is idle, after `latest` milliseconds at most. Safari has no idle callbacks.
 * @returns a function that cancels it
 */
export function whenIdle(run: () => void, latest: number): () => void {
  if ('requestIdleCallback' in window) {
    const handle = requestIdleCallback(run, { timeout: latest });
    return () => cancelIdleCallback(handle);
  }
  const timer = setTimeout(run);
  return () => clearTimeout(timer);
}

/** A `ref` for the main field of a dialog: focuses it on mount. */
export function takeFocus(field: HTMLElement | null): void {
  field?.focus();
}

const subscribeToConnection = (listener: () => void) => {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
};

/** Whether the browser has a connection, as far as it knows: with one, a server may not respond all the same. */
export function useOnline(): boolean {
  return useSyncExternalStore(subscribeToConnection, () => navigator.onLine);
}
