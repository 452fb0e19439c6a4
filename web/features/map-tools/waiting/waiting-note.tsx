import CloudUpload from '@mui/icons-material/CloudUploadOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import visuallyHidden from '@mui/utils/visuallyHidden';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isUndecided } from '../../../context/waiting/send-waiting.ts';
import { useWaitingChanges } from '../../../context/waiting/use-waiting.ts';
import type { WaitingChange } from '../../../context/waiting/waiting-store.ts';
import { useFormats } from '../../../i18n/index.ts';
import { openWaitingFeatures } from '../../../map/edit/edit-queue.ts';
import { useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { radii } from '../../../ui/sizes.ts';
import { WaitingRow } from './waiting-row.tsx';

const none: readonly WaitingChange[] = [];

/** What waits of this person, on the open map: how much, the list, and features above their layers. */
export function WaitingNote() {
  const { t } = useTranslation();
  const { number } = useFormats();
  const changes = useWaitingChanges() ?? none;
  const [isOpen, setIsOpen] = useState(false);
  const list = useId();
  const features = useWaitingFeatures(changes);
  const undecided = changes.filter(isUndecided).length;
  const waiting = changes.length - undecided;
  const texts = [
    ...(waiting > 0 ? [t('waiting.count', { count: waiting, number: number(waiting) })] : []),
    ...(undecided > 0 ? [t('waiting.undecided', { count: undecided, number: number(undecided) })] : []),
  ];
  const [hadSome, setHadSome] = useState(false);
  if (changes.length > 0 && !hadSome) setHadSome(true);
  return (
    <>
      {/* There before its text, so that changes of it are announced. */}
      <Box component="output" sx={visuallyHidden}>
        {texts.join('. ') || (hadSome ? t('waiting.none') : '')}
      </Box>
      {changes.length > 0 && (
        <Alert
          role="note"
          severity={undecided > 0 ? 'warning' : 'info'}
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
      {changes.length > 0 && isOpen && (
        <Paper
          id={list}
          component="section"
          variant="outlined"
          aria-label={t('waiting.list')}
          sx={styles.list}
        >
          <Box component="ul" sx={styles.rows}>
            {changes.map((change) => (
              <WaitingRow key={change.id} change={change} onShow={features?.show} />
            ))}
          </Box>
        </Paper>
      )}
    </>
  );
}

/** Draws the features that wait, and loads a layer again once a change of it is no longer there. */
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
    session.draw(features.map(({ id, subject: { kind, shown: geometry } }) => ({ id, kind, geometry })));
    const now = new Map(features.map(({ id, subject }) => [id, subject.url]));
    const left = [...before.current].flatMap(([id, url]) => (now.has(id) ? [] : [url]));
    for (const url of new Set(left)) session.refresh(url);
    before.current = now;
  }, [session, changes]);
  return session;
}

const styles = {
  note: {
    maxWidth: 420,
    alignItems: 'center',
    border: 1,
    borderColor: 'divider',
    boxShadow: '0 2px 8px rgb(0 0 0 / 12%)',
    backgroundColor: 'background.paper',
  },
  list: {
    width: '100%',
    maxWidth: 420,
    maxHeight: 'min(50vh, 420px)',
    overflow: 'auto',
    p: 2,
    borderRadius: radii.card,
    boxShadow: '0 2px 8px rgb(0 0 0 / 12%)',
  },
  rows: { m: 0, p: 0, listStyle: 'none', display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 },
} as const;
