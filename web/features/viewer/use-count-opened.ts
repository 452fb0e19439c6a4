import { useEffect } from 'react';
import { reportMapOpened } from '../../api/administration.ts';

/** Counts a map once when it is opened (administrators see numbers by day), after it is known who the person is. */
export function useCountOpened(org: string, map: string, known: boolean): void {
  useEffect(() => {
    if (known) void reportMapOpened(org);
  }, [org, map, known]);
}
