import { useCallback, useEffect, useState } from 'react';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { sendWaiting, type Outcome } from './report-queue.ts';
import { onReports, waitingReports, type WaitingReport } from './report-store.ts';

/** Milliseconds between attempts while the page is open: twice as long after each. */
const firstPause = 15_000;
const longestPause = 300_000;

/** The reports of the organisation that wait in this browser; sends them as soon as it can. */
export function useWaitingReports() {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const [reports, setReports] = useState<readonly WaitingReport[]>([]);
  const [sending, setSending] = useState(false);
  const send = useCallback(
    async (only?: string): Promise<Outcome> => {
      setSending(true);
      try {
        return await sendWaiting(org, connection, only);
      } finally {
        setSending(false);
      }
    },
    [org, connection],
  );
  useEffect(() => {
    let left = false;
    const load = async () => {
      const all = await waitingReports(org).catch(() => []);
      if (!left) setReports(all);
    };
    void load();
    const stop = onReports(() => void load());
    return () => {
      left = true;
      stop();
    };
  }, [org]);
  useEffect(() => {
    if (!known) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    let pause = firstPause;
    let left = false;
    const attempt = async () => {
      clearTimeout(timer);
      const { waiting, sent } = await send().catch((): Outcome => ({ sent: [], refused: [], waiting: [] }));
      if (left) return;
      pause = sent.length > 0 ? firstPause : Math.min(pause * 2, longestPause);
      timer = setTimeout(() => void attempt(), waiting.length > 0 ? pause : longestPause);
    };
    const online = () => {
      pause = firstPause;
      void attempt();
    };
    window.addEventListener('online', online);
    void attempt();
    return () => {
      left = true;
      clearTimeout(timer);
      window.removeEventListener('online', online);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- another person has other reports
  }, [known, who, send]);
  return { reports, sending, send };
}
