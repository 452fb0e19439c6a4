import Close from '@mui/icons-material/Close';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import History from '@mui/icons-material/History';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useIdentity } from '../../../context/application-context.ts';
import { offlineCopy } from '../../../context/offline-maps.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import { showMoment } from '../../../map/layers/layer-moment.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { type BasemapFailure, flatLayers, type LayerState } from '../../../map/map-state.ts';
import { useStore } from '../../../store.ts';

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
  const failed = countFailed(layers) + basemapFailures.filter(({ isDrawn }) => !isDrawn).length;
  const incomplete = [
    ...flatLayers(layers).flatMap(({ id, title, visible, incomplete: error }) =>
      error && visible ? [{ id, title, error }] : [],
    ),
    ...basemapFailures.filter(({ isDrawn }) => isDrawn),
  ];
  return (
    <>
      <OfflineNote />
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
      {flatLayers(layers)
        .filter(({ asOf, status }) => asOf !== undefined && status !== 'failed')
        .map((layer) => (
          <PastNote key={layer.id} layer={layer} />
        ))}
      {[...Map.groupBy(incomplete, ({ error }) => error.id)].map(([cause, lacking]) => (
        <IncompleteNote key={cause} layers={lacking} />
      ))}
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

/** Keeps in view that the map, or part of it, is a copy that this browser has stored. */
function OfflineNote() {
  const { t } = useTranslation();
  const { earlier } = useFormats();
  const storedAt = useStore(offlineCopy);
  if (storedAt === undefined) return null;
  return (
    <Alert
      severity="info"
      icon={<CloudOff fontSize="inherit" />}
      action={
        <Button onClick={() => location.reload()} sx={{ whiteSpace: 'nowrap' }}>
          {t('app.tryAgain')}
        </Button>
      }
      sx={styles.note}
    >
      {t('viewer.note.offline', { when: earlier(storedAt) })}
    </Alert>
  );
}

/** Keeps in view that a layer shows former features, and how to leave them. */
function PastNote({ layer: { id, title, asOf = 0 } }: { layer: LayerState }) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const model = useMapModel();
  return (
    <Alert
      severity="info"
      icon={<History fontSize="inherit" />}
      action={
        <Button onClick={() => model && showMoment(model, id, undefined)} sx={{ whiteSpace: 'nowrap' }}>
          {t('layers.asOf.now')}
        </Button>
      }
      sx={styles.note}
    >
      {t('viewer.note.past', { title: title || t('layers.untitled'), when: dateTime(asOf) })}
    </Alert>
  );
}

/** Reports layers that lack features, tiles or values, for one reason, which the map itself does not show. */
function IncompleteNote({ layers }: { layers: readonly Omit<BasemapFailure, 'isDrawn'>[] }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const model = useMapModel();
  const [seen, setSeen] = useState('');
  const ids = layers.map(({ id }) => id).join();
  if (ids === seen || layers.length === 0) return null;
  const titles = layers.map(({ title }) => title || t('layers.untitled'));
  const again = () => layers.forEach(({ id }) => model?.retryLayer(id));
  return (
    <Alert
      severity="warning"
      action={
        <>
          {layers[0]?.error.id !== 'layer:endless-expression' && (
            <Button onClick={again} sx={{ whiteSpace: 'nowrap' }}>
              {t('app.tryAgain')}
            </Button>
          )}
          <IconButton aria-label={t('layers.information.close')} onClick={() => setSeen(ids)}>
            <Close fontSize="small" />
          </IconButton>
        </>
      }
      sx={styles.note}
    >
      {new Intl.ListFormat(language).format(titles)}: <ErrorMessage error={layers[0]?.error} />
    </Alert>
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
