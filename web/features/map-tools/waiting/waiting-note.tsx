import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { focusMap, openWaitingFeatures } from '../../../map/edit/edit-queue.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { radii } from '../../../ui/sizes.ts';
import { useKeepFocus } from '../../../ui/use-keep-focus.ts';
import { isUndecided } from '../../../waiting/send-waiting.ts';
import { useWaitingChanges } from '../../../waiting/use-waiting.ts';
import { WaitingRow } from '../../../waiting/waiting-row.tsx';
import { useWaitingTexts, WaitingStatus } from '../../../waiting/waiting-status.tsx';
import type { WaitingChange } from '../../../waiting/waiting-store.ts';

const none: readonly WaitingChange[] = [];

/** What waits of this person, on the open map: how much, the list, and features above their layers. */
export function WaitingNote() {
  const { t } = useTranslation();
  const model = useMapModel();
  const changes = useWaitingChanges() ?? none;
  const texts = useWaitingTexts(changes);
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  const features = useWaitingFeatures(changes);
  const part = useRef<HTMLDivElement>(null);
  useKeepFocus(part, () => {
    if (model) focusMap(model);
  });
  return (
    <>
      <WaitingStatus changes={changes} />
      <Box ref={part} sx={styles.part}>
        {changes.length > 0 && (
          <Alert
            role="note"
            severity={changes.some(isUndecided) ? 'warning' : 'info'}
            icon={<CloudUpload fontSize="inherit" />}
            action={
              <Button
                aria-expanded={isOpen}
                aria-controls={isOpen ? list : undefined}
                onClick={() => setIsOpen(!isOpen)}
                sx={{ whiteSpace: 'nowrap' }}
              >
                {t(isOpen ? 'waiting.hide' : 'waiting.show')}
              </Button>
            }
            sx={styles.note}
          >
            {texts.map((text) => (
              <div key={text}>{text}</div>
            ))}
          </Alert>
        )}
        {changes.length > 0 && isOpen && <WaitingList id={list} changes={changes} features={features} />}
      </Box>
    </>
  );
}

interface WaitingListProps {
  id: string;
  changes: readonly WaitingChange[];
  features: ReturnType<typeof useWaitingFeatures>;
}

/** It takes the focus of a row that is gone. */
function WaitingList({ id, changes, features }: WaitingListProps) {
  const { t } = useTranslation();
  const part = useRef<HTMLElement>(null);
  useKeepFocus(part);
  const isOnMap = ({ subject }: WaitingChange) => subject.type === 'feature' && features?.has(subject.url);
  return (
    <Paper
      ref={part}
      id={id}
      component="section"
      variant="outlined"
      tabIndex={-1}
      aria-label={t('waiting.list')}
      sx={styles.list}
    >
      <Box component="ul" sx={styles.rows}>
        {changes.map((change) => (
          <WaitingRow key={change.id} change={change} onShow={isOnMap(change) ? features?.show : undefined} />
        ))}
      </Box>
    </Paper>
  );
}

/** Draws the features that wait and belong to this map, and loads a layer again once a change of it is no longer there. */
function useWaitingFeatures(changes: readonly WaitingChange[]) {
  const isEditable = useMapState(({ layers }) => flatLayers(layers).some(({ editable }) => editable));
  const drawn = useMapState((state) => state.drawn);
  const { session } = useCapability(openWaitingFeatures, { when: drawn && isEditable });
  const before = useRef<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    if (!session) return;
    const features = changes.flatMap(({ id, subject }) =>
      subject.type === 'feature' ? [{ id, subject }] : [],
    );
    session.draw(
      features.map(({ id, subject: { url, kind, shown: geometry } }) => ({ id, url, kind, geometry })),
    );
    const now = new Map(features.map(({ id, subject }) => [id, subject.url]));
    const left = [...before.current].flatMap(([id, url]) => (now.has(id) ? [] : [url]));
    for (const url of new Set(left)) session.refresh(url);
    before.current = now;
  }, [session, changes]);
  return session;
}

const styles = {
  part: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 1,
    justifyItems: 'start',
    width: '100%',
    maxWidth: 420,
    // What is beside the note belongs to the map.
    pointerEvents: 'none !important',
    '& > *': { pointerEvents: 'auto' },
    '&:empty': { display: 'none' },
  },
  note: {
    width: '100%',
    alignItems: 'center',
    border: 1,
    borderColor: 'divider',
    boxShadow: '0 2px 8px rgb(0 0 0 / 12%)',
    backgroundColor: 'background.paper',
  },
  list: {
    width: '100%',
    outline: 'none',
    // On phones the map's controls are below it.
    maxHeight: { xs: '38vh', sm: 'min(50vh, 420px)' },
    overflow: 'auto',
    p: 2,
    borderRadius: radii.card,
    boxShadow: '0 2px 8px rgb(0 0 0 / 12%)',
  },
  rows: {
    m: 0,
    p: 0,
    listStyle: 'none',
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 2,
    '& > li + li': { borderTop: 1, borderColor: 'divider', pt: 2 },
  },
} as const;
