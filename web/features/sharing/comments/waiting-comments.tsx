import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import type { NewComment } from '../../../../wire/map-comment.ts';
import { useConfiguration } from '../../../context/application-context.ts';
import { sendWaiting } from '../../../context/waiting/send-waiting.ts';
import { useWaitingChanges, useWaitingOwner } from '../../../context/waiting/use-waiting.ts';
import { addWaiting, dropWaiting } from '../../../context/waiting/waiting-store.ts';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { useMapState } from '../../../map/map-model.ts';
import { copyText } from '../../../ui/browser.ts';
import { WaitingItem } from '../../../ui/waiting-item.tsx';

/**
 * Stores comments on the open map that the network did not take; undefined while it is not known who writes them. It rejects with
 * `waiting:*` where no more can wait.
 */
export function useCommentQueue(wid: string) {
  const owner = useWaitingOwner();
  const title = useMapState((state) => state.title);
  return useMemo(
    () =>
      owner &&
      ((comment: NewComment & { id: string }, photos: readonly Blob[]) =>
        addWaiting(owner, {
          id: comment.id,
          title,
          subject: { type: 'comment', wid, comment, photos },
          attempted: true,
        })),
    [owner, title, wid],
  );
}

/**
 * The comments of this person on a map that wait for a connection, below those that the server has.
 * @param onSent called when one of them has been sent
 */
export function WaitingComments({ wid, onSent }: { wid: string; onSent: () => void }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const { org, connection } = useConfiguration();
  const changes = useWaitingChanges() ?? [];
  const own = changes.flatMap((change) => {
    const { subject } = change;
    return subject.type === 'comment' && subject.wid === wid ? [{ change, text: subject.comment.text }] : [];
  });
  const before = useRef(own.length);
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    if (own.length < before.current) sent();
    before.current = own.length;
  }, [own.length]);
  if (own.length === 0) return null;
  return (
    <Box component="ul" aria-label={t('waiting.list')} sx={styles.list}>
      {own.map(({ change, text }) => {
        const { failure, at, id } = change;
        const reason = failure && errorText(t, new MappingError(failure.id, failure.message, failure));
        return (
          <WaitingItem
            key={id}
            title={text}
            detail={ago(at)}
            status={
              failure
                ? t(failure.isFinal ? 'waiting.failed' : 'waiting.later', { reason })
                : t('waiting.waits')
            }
            severity={failure?.isFinal ? 'warning' : 'info'}
            actions={[
              ...(failure
                ? [
                    {
                      label: t('app.tryAgain'),
                      onClick: () => void sendWaiting(org, connection, id).catch(() => {}),
                    },
                  ]
                : []),
              { label: t('waiting.copy'), onClick: () => void copyText(text) },
            ]}
            discard={{
              label: t('waiting.discard'),
              question: t('waiting.discard.question'),
              keep: t('waiting.discard.keep'),
              onDiscard: () => void dropWaiting(change).catch(() => {}),
            }}
          />
        );
      })}
    </Box>
  );
}

const styles = {
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 },
} as const;
