import { useEffect, useRef } from 'react';
import { reportMapOpened } from '../../api/administration.ts';

/** Counts each map once when it is opened (administrators see numbers by day), after it is known who the person is. */
export function useCountOpened(org: string, map: string, known: boolean): void {
  const counted = useRef('');
  useEffect(() => {
    if (!known || counted.current === map) return;
    counted.current = map;
    void reportMapOpened(org);
  }, [org, map, known]);
}
