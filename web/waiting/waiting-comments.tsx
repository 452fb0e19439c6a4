import Box from '@mui/material/Box';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useKeepFocus } from '../ui/use-keep-focus.ts';
import { useWaitingChanges } from './use-waiting.ts';
import { WaitingRow } from './waiting-row.tsx';
import { WaitingStatus } from './waiting-status.tsx';
import type { WaitingChange, WaitingSubject } from './waiting-store.ts';

interface WaitingCommentsProps {
  /** Whether a change is a comment on the map or item that is shown. */
  isHere: (subject: WaitingSubject) => boolean;
  /** Called when one of them has been sent or discarded. */
  onSent: () => void;
}

const none: readonly WaitingChange[] = [];

/** The comments of this person on a map or an item that wait for a connection. */
export function WaitingComments({ isHere, onSent }: WaitingCommentsProps) {
  const { t } = useTranslation();
  const changes = useWaitingChanges() ?? none;
  const own = changes.filter(({ subject }) => isHere(subject));
  const before = useRef(own.length);
  const sent = useEffectEvent(onSent);
  useEffect(() => {
    if (own.length < before.current) sent();
    before.current = own.length;
  }, [own.length]);
  // There without rows, too: where the last one was, the next Tab goes on.
  const part = useRef<HTMLDivElement>(null);
  useKeepFocus(part);
  return (
    <Box ref={part} tabIndex={-1} sx={{ outline: 'none', ...(own.length === 0 && styles.empty) }}>
      <WaitingStatus changes={changes} />
      {own.length > 0 && (
        <Box component="ul" aria-label={t('waiting.list')} sx={styles.list}>
          {own.map((change) => (
            <WaitingRow key={change.id} change={change} isInPlace />
          ))}
        </Box>
      )}
    </Box>
  );
}

const styles = {
  /** Takes no row of a grid. */
  empty: { position: 'absolute' },
  list: {
    m: 0,
    p: 0,
    listStyle: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 2,
    '& > li + li': { borderTop: 1, borderColor: 'divider', pt: 2 },
  },
} as const;
