import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../context/application-context.ts';
import { askBeforeLeaving, type LeaveAnswer } from '../context/before-leaving.ts';
import { forgetLeft, forgetWaiting } from '../waiting/forget-waiting.ts';
import { useAllWaitingChanges, useSendWaiting } from '../waiting/use-waiting.ts';
import { waitingChanges } from '../waiting/waiting-store.ts';
import { useFormats } from '../i18n/index.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { withTimeout } from '../with-timeout.ts';

/** Milliseconds in which a sign-out waits for the browser's storage, which may not respond at all. */
const patience = 5000;

/** Sends what waits, and asks before a sign-out deletes it; on every page. */
export function WaitingKeeper() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { org, connection } = useConfiguration();
  const { session, restUrl } = connection;
  const changes = useAllWaitingChanges();
  useSendWaiting(changes?.filter((change) => change.org === org));
  const [question, setQuestion] = useState<{ count: number; answerTo: (answer: LeaveAnswer) => void }>();
  // True while the changes are still loading.
  const mayBeLost = changes?.length !== 0 && session.author !== '';
  const ask = useEffectEvent(async () => {
    const reading = waitingChanges({ restUrl, who: session.author }).catch(() => []);
    const { length: count } = await withTimeout(reading, patience, () => []);
    return count === 0 || new Promise<LeaveAnswer>((answerTo) => setQuestion({ count, answerTo }));
  });
  useEffect(() => (mayBeLost ? askBeforeLeaving('page', () => ask()) : undefined), [mayBeLost]);
  useEffect(() => void forgetLeft().catch(() => {}), []);
  if (!question) return null;
  const { count, answerTo } = question;
  const forgetAtEnd = () => {
    const { author: who } = session;
    const stop = session.subscribe(() => {
      if (session.author !== '') return;
      stop();
      // A session that ends by itself deletes nothing.
      if (!session.expired) void forgetWaiting({ restUrl, who }).catch(() => {});
    });
  };
  const answer = (goOn: boolean) => {
    setQuestion(undefined);
    answerTo(goOn && forgetAtEnd);
  };
  return (
    <ConfirmDialog
      question={t('waiting.signOut.title')}
      consequences={t('waiting.signOut.why', {
        changes: t('waiting.count', { count, number: number(count) }),
      })}
      confirm={t('waiting.signOut.confirm')}
      cancel={t('waiting.signOut.stay')}
      onConfirm={() => answer(true)}
      onClose={() => answer(false)}
    />
  );
}
