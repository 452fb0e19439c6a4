import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Tooltip from '@mui/material/Tooltip';
import { type ComponentType, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAddressView } from '../../../context/address-view.ts';
import { useEmbedded } from '../../../context/page-frame.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { sizes } from '../../../ui/sizes.ts';

/** Shows the map in 3D, and flat again, from the same viewpoint. */
export function SceneButton() {
  const { t } = useTranslation();
  const embedded = useEmbedded();
  const ready = useMapState((state) => state.status === 'ready');
  const [shown, show] = useAddressView('scene');
  if (embedded) return null;
  const label = t(shown ? 'scene.hide' : 'scene.show');
  // The same in every language.
  const sign = shown ? '2D' : '3D';
  return (
    <Paper variant="outlined" sx={{ overflow: 'hidden', boxShadow: '0 1px 4px rgb(0 0 0 / 10%)' }}>
      <Tooltip title={label} placement="left">
        <span>
          <Button
            color="inherit"
            // The name has the visible text, by which speech control finds it.
            aria-label={label.includes(sign) ? label : `${sign}: ${label}`}
            disabled={!ready}
            onClick={() => show(!shown)}
            sx={{ minWidth: 0, width: sizes.touch, height: sizes.touch, borderRadius: 0, fontWeight: 600 }}
          >
            {sign}
          </Button>
        </span>
      </Tooltip>
    </Paper>
  );
}

/** The place of the scene: empty, without loading its code, until the address shows it. */
export function SceneDock() {
  const { t } = useTranslation();
  const ready = useMapState((state) => state.status === 'ready');
  const model = useMapModel();
  const [shown, show] = useAddressView('scene');
  const [Scene, setScene] = useState<ComponentType<{ onClose: () => void }>>();
  const waits = shown && ready && !Scene;
  useEffect(() => {
    if (!waits) return undefined;
    let left = false;
    const load = async () => {
      const { SceneCover } = await import('./scene-cover.tsx');
      if (!left) setScene(() => SceneCover);
    };
    // Without its code the flat map stays usable; the button tries again.
    load().catch(() => {});
    return () => {
      left = true;
    };
  }, [waits]);
  if (!shown || !model) return null;
  if (Scene && ready) return <Scene onClose={() => show(false)} />;
  return (
    <Box component="output" sx={{ position: 'absolute', insetInline: 0, bottom: 40, textAlign: 'center' }}>
      {t('scene.loading')}
    </Box>
  );
}
