import { useEffect, useRef } from 'react';

/** Whether a component is gone, for work that goes on after it. */
export type Left = Readonly<{ current: boolean }>;

/**
 * Tells work that goes on without the component, such as a request, that its result is no longer expected there.
 *
 * @returns the same object for the lifetime of the component
 */
export function useLeft(): Left {
  const left = useRef(false);
  useEffect(() => {
    // Development mode runs effects twice.
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);
  return left;
}
