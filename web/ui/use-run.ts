import { useEffect, useRef, useState } from 'react';

/** Runs an action. Another one, and leaving the component, abort its signal. */
export type Run = (action: (signal: AbortSignal) => Promise<void>) => Promise<void>;

export interface Running {
  busy: boolean;
  /** Why the last action failed, until the next one begins; undefined if it was cancelled. */
  error: unknown;
  run: Run;
  cancel: () => void;
}

/** One action at a time, such as a request that takes a while. */
export function useRun(): Running {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const cancel = () => {
    running.current?.abort();
    setBusy(false);
    setError(undefined);
  };
  const run: Run = async (action) => {
    cancel();
    const { signal } = (running.current = new AbortController());
    setBusy(true);
    try {
      await action(signal);
    } catch (cause) {
      if (!signal.aborted) setError(cause);
    }
    if (!signal.aborted) setBusy(false);
  };
  return { busy, error, run, cancel };
}
