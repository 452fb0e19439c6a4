import { useState } from 'react';

/** A boolean preference, stored on this device under the key. */
export function useKeptChoice(key: string, usual: boolean): [boolean, (choice: boolean) => void] {
  const [choice, setChoice] = useState(() => {
    const kept = localStorage.getItem(key);
    return kept === null ? usual : kept === 'yes';
  });
  const change = (next: boolean) => {
    setChoice(next);
    try {
      localStorage.setItem(key, next ? 'yes' : 'no');
    } catch {
      // If storage is full, only the stored choice is lost.
    }
  };
  return [choice, change];
}
