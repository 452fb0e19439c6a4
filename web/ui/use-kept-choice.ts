import { useState } from 'react';

/** A yes or no of the person's, remembered on this device under the key. */
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
      // A full storage costs the memory, nothing else.
    }
  };
  return [choice, change];
}
