import { createStore } from '../store.ts';

/** In `localStorage` while changes of anybody wait: pages read it at once, and load the code for them only then. */
const key = 'mapping.waiting-changes';

function read(): boolean {
  try {
    return localStorage.getItem(key) !== null;
  } catch {
    // Without storage nothing waits.
    return false;
  }
}

/** Whether changes wait in this browser for a connection. */
export const waitingMark = createStore(typeof localStorage !== 'undefined' && read());

// A page that was opened before must ask at a sign-out, too.
if (typeof window !== 'undefined')
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) waitingMark.set(read());
  });

export function setWaitingMark(isWaiting: boolean): void {
  try {
    if (isWaiting) localStorage.setItem(key, 'yes');
    else localStorage.removeItem(key);
  } catch {
    // This page knows it all the same.
  }
  waitingMark.set(isWaiting);
}
