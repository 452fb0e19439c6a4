import { useEffect, useRef, useState } from 'react';

/** Runs one action at a time; another one cancels it. Its error is shown until the next. */
export type Run = (action: (signal: AbortSignal) => Promise<void>) => Promise<void>;

export function useRun() {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const run: Run = async (action) => {
    running.current?.abort();
    const own = new AbortController();
    running.current = own;
    setError(undefined);
    setBusy(true);
    try {
      await action(own.signal);
    } catch (cause) {
      if (!own.signal.aborted) setError(cause);
    }
    if (running.current === own) setBusy(false);
  };
  return { busy, error, run };
}
