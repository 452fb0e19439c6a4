import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../context/application-context.ts';
import { askBeforeLeaving } from '../context/before-leaving.ts';
import { useAllWaitingChanges, useSendWaiting } from '../waiting/use-waiting.ts';
import { forgetLeft, forgetWaiting } from '../waiting/waiting-store.ts';
import { useFormats } from '../i18n/index.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';

/** Sends what waits, and asks before a sign-out deletes it; on every page. */
export function WaitingKeeper() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { org, connection } = useConfiguration();
  const { session, restUrl } = connection;
  const changes = useAllWaitingChanges();
  useSendWaiting(changes?.filter((change) => change.org === org));
  const [answerTo, setAnswerTo] = useState<(goOn: boolean) => void>();
  const count = changes?.length ?? 0;
  const isLost = count > 0 && session.author !== '';
  const ask = useEffectEvent(() => new Promise<boolean>((resolve) => setAnswerTo(() => resolve)));
  useEffect(() => (isLost ? askBeforeLeaving('page', () => ask()) : undefined), [isLost]);
  useEffect(() => void forgetLeft().catch(() => {}), []);
  if (!answerTo) return null;
  const answer = (goOn: boolean) => {
    setAnswerTo(undefined);
    const { author: who } = session;
    // Another question may keep them signed in: only the end of the session deletes.
    const stop = session.subscribe(() => {
      if (session.author !== '') return;
      stop();
      // A session that ends by itself, after a sign-out that was given up, deletes nothing.
      if (!session.expired) void forgetWaiting({ restUrl, who }).catch(() => {});
    });
    if (!goOn) stop();
    answerTo(goOn);
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
