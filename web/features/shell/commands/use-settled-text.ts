import { useEffect, useState } from 'react';

/** Milliseconds without typing before a server is queried. */
const silence = 250;

/** The typed text, once it has not changed for a while. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), silence);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
