import Box from '@mui/material/Box';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../../../wire/errors.ts';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { sendWaiting } from '../../../../../context/waiting/send-waiting.ts';
import { useWaitingChanges, useWaitingOwner } from '../../../../../context/waiting/use-waiting.ts';
import { addWaiting, dropWaiting, hadNoResponse } from '../../../../../context/waiting/waiting-store.ts';
import { errorText, useFormats } from '../../../../../i18n/index.ts';
import { addItemComment } from '../../../../../portal/item-comments.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { copyText } from '../../../../../ui/browser.ts';
import { WaitingItem } from '../../../../../ui/waiting-item.tsx';

/**
 * Sends comments on an item; where nothing responds, they wait on the device.
 * @returns a function that sends one, and rejects with what the portal answered or with `waiting:*`
 */
export function useSendItemComment({ id: itemId, title }: PortalItem) {
  const { connection } = useConfiguration();
  const owner = useWaitingOwner();
  return async (text: string, parentId?: string): Promise<void> => {
    try {
      await addItemComment(connection, itemId, text, parentId);
    } catch (cause) {
      if (!owner || !hadNoResponse(cause)) throw cause;
      await addWaiting(owner, {
        id: `${itemId} ${Date.now()} ${Math.random()}`,
        title: title ?? '',
        subject: { type: 'item-comment', itemId, text, ...(parentId !== undefined && { parentId }) },
        attempted: true,
      });
    }
  };
}

/**
 * The comments of this person on an item that wait for a connection.
 * @param onSent called when one of them has been sent
 */
export function WaitingItemComments({ itemId, onSent }: { itemId: string; onSent: () => void }) {
  const { t } = useTranslation();
  const { ago, number } = useFormats();
  const { org, connection } = useConfiguration();
  const changes = useWaitingChanges() ?? [];
  const own = changes.flatMap((change) => {
    const { subject } = change;
    return subject.type === 'item-comment' && subject.itemId === itemId
      ? [{ change, text: subject.text }]
      : [];
  });
  const before = useRef(own.length);
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    if (own.length < before.current) sent();
    before.current = own.length;
  }, [own.length]);
  const count = own.length;
  return (
    <>
      <Box component="output" sx={visuallyHidden}>
        {count > 0 && t('waiting.count', { count, number: number(count) })}
      </Box>
      {count > 0 && (
        <Box component="ul" aria-label={t('waiting.list')} sx={styles.list}>
          {own.map(({ change, text }) => {
            const { failure, at, id } = change;
            const reason = failure && errorText(t, new MappingError(failure.id, failure.message, failure));
            const failed = failure?.isFinal ? 'waiting.failed' : 'waiting.later';
            return (
              <WaitingItem
                key={id}
                title={text}
                detail={ago(at)}
                status={failure ? t(failed, { reason }) : t('waiting.waits')}
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
      )}
    </>
  );
}

const styles = {
  list: { m: 0, p: 0, listStyle: 'none', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 },
} as const;
