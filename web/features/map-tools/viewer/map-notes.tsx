import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { useMapState } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';

export interface MapNotesProps {
  /** Whether the link that was opened could not be read. */
  malformedLink: boolean;
  onShowLayers: () => void;
}

/** Notices about the open map: failed layers, a sign-in that would show more, an invalid link. */
export function MapNotes({ malformedLink, onShowLayers }: MapNotesProps) {
  const { t } = useTranslation();
  const { user, signIn } = useIdentity();
  const layers = useMapState((state) => state.layers);
  const signInHelps = useMapState((state) => state.signInHelps);
  const [linkSeen, setLinkSeen] = useState(false);
  const [seen, setSeen] = useState(0);
  const basemapFailures = useMapState((state) => state.basemapFailures);
  const failed = countFailed(layers) + basemapFailures.length;
  return (
    <>
      {malformedLink && !linkSeen && (
        <Alert severity="info" onClose={() => setLinkSeen(true)} sx={styles.note}>
          {t('viewer.note.link')}
        </Alert>
      )}
      {signInHelps && !user && (
        <Alert
          severity="info"
          action={<Button onClick={() => void signIn()}>{t('session.signIn')}</Button>}
          sx={styles.note}
        >
          {t('viewer.note.signIn')}
        </Alert>
      )}
      {failed > seen && (
        <Alert
          severity="warning"
          onClose={() => setSeen(failed)}
          action={<Button onClick={() => (setSeen(failed), onShowLayers())}>{t('viewer.layers')}</Button>}
          sx={styles.note}
        >
          {t('viewer.note.layers', { count: failed })}
        </Alert>
      )}
    </>
  );
}

function countFailed(layers: readonly LayerState[]): number {
  return layers.reduce(
    (sum, { status, children }) => sum + (status === 'failed' ? 1 : 0) + countFailed(children),
    0,
  );
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
} as const;
