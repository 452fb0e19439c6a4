import ErrorOutline from '@mui/icons-material/ErrorOutlineOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { openScene, type SceneState } from '../../../map/scene/scene.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { StateMessage } from '../../../ui/state-message.tsx';

const opening: SceneState = {
  status: 'opening',
  drawing: true,
  ground: 'flat',
  tilt: 0,
  blocks: [],
  missing: [],
};

/** Holds the scene over the flat map open. The session draws it; this shows its progress and failures. */
export function SceneCover({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { session, error } = useCapability((model) => openScene(model, t('scene.map')));
  const { status, drawing } = useStore(session?.state, opening);
  if (error !== undefined || status === 'failed')
    return (
      <Box
        sx={{
          position: 'absolute',
          inset: 0,
          display: 'grid',
          placeItems: 'center',
          bgcolor: 'background.default',
        }}
      >
        <StateMessage
          role="alert"
          icon={<ErrorOutline />}
          title={t('scene.failed')}
          detail={
            error instanceof MappingError && error.id !== 'scene:unsupported' ? (
              <ErrorMessage error={error} />
            ) : (
              t('scene.unsupported')
            )
          }
          action={<Button onClick={onClose}>{t('scene.hide')}</Button>}
        />
      </Box>
    );
  if (status === 'ready' && !drawing) return null;
  return (
    <Box
      component="output"
      aria-label={t('scene.loading')}
      sx={{ position: 'absolute', insetInline: 0, top: 0 }}
    >
      <LinearProgress aria-label={t('scene.loading')} />
    </Box>
  );
}
