import PhotoCamera from '@mui/icons-material/PhotoCameraOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Integration } from '../../../context/integrations.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { CaptureActions } from './capture-actions.tsx';
import { type CapturedNote, noteText } from './note.ts';
import { useCapture } from './use-capture.ts';

/** Capture here: what the map and the street show at this moment in one note, to be sent on. */
export function CaptureDialog({ integration, onClose }: { integration: Integration; onClose: () => void }) {
  const { t } = useTranslation();
  const { data: note, isError, refetch } = useCapture(integration);
  return (
    <Dialog open onClose={onClose} fullWidth maxWidth="sm" aria-labelledby="capture-title">
      <DialogTitle id="capture-title">{t('integration.capture')}</DialogTitle>
      {isError ? (
        <DialogContent>
          <StateMessage
            role="alert"
            icon={<PhotoCamera />}
            title={t('integration.capture.failed')}
            action={<Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>}
          />
        </DialogContent>
      ) : note ? (
        <Note note={note} onClose={onClose} />
      ) : (
        <DialogContent aria-busy>
          <Box sx={styles.pictures}>
            <Skeleton variant="rounded" height={150} />
            <Skeleton variant="rounded" height={150} />
          </Box>
          <Skeleton variant="rounded" height={120} sx={{ mt: 2 }} />
        </DialogContent>
      )}
    </Dialog>
  );
}

function Note({ note, onClose }: { note: CapturedNote; onClose: () => void }) {
  const { t } = useTranslation();
  const [text, setText] = useState(() =>
    noteText(note, {
      place: t('integration.place'),
      map: t('header.map'),
      layers: t('integration.capture.layers'),
      features: t('integration.capture.features'),
      link: t('integration.capture.link'),
    }),
  );
  const pictures = [
    { picture: note.mapPicture, label: t('integration.capture.map') },
    { picture: note.viewPicture, label: note.title },
  ];
  return (
    <>
      <DialogContent>
        <Box sx={styles.pictures}>
          {pictures.map(
            ({ picture, label }) =>
              picture && <Box key={label} component="img" src={picture} alt={label} sx={styles.picture} />,
          )}
        </Box>
        <TextField
          label={t('integration.capture.note')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          multiline
          minRows={5}
          fullWidth
          sx={{ mt: 2 }}
        />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1, p: 2 }}>
        <CaptureActions note={note} text={text} onClose={onClose} />
      </DialogActions>
    </>
  );
}

const styles = {
  pictures: { display: 'grid', gap: 1, gridTemplateColumns: { xs: '1fr', sm: '1fr 1fr' } },
  picture: {
    width: '100%',
    height: 150,
    objectFit: 'cover',
    borderRadius: '8px',
    border: 1,
    borderColor: 'divider',
  },
} as const;
