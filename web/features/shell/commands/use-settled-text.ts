import { useEffect, useState } from 'react';

/** Milliseconds of silence before a server is asked. */
const silence = 250;

/** What is typed, once it has not changed for a moment. */
export function useSettledText(text: string): string {
  const [settled, setSettled] = useState(text.trim());
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text.trim()), silence);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
