import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useCapability } from '../../../map/use-capability.ts';
import { useMapState } from '../../../map/map-model.ts';
import { LeftToRight } from '../../../ui/left-to-right.tsx';
import { startSwipe } from '../../../map/swipe/swipe.ts';
import { useStore } from '../../../store.ts';

/** The layer shown on only one side of the handle, while the panel is open. */
export function SwipePanel() {
  const { t } = useTranslation();
  const all = useMapState((state) => state.layers);
  const layers = all.filter(({ status }) => status !== 'failed');
  const [chosen, setChosen] = useState<string>();
  const [direction, setDirection] = useState<'horizontal' | 'vertical'>('horizontal');
  const layerId = layers.some(({ id }) => id === chosen) ? chosen : layers[0]?.id;
  const { session: swipe, error, again } = useCapability(startSwipe);
  const position = useStore(swipe?.position, 0);
  useEffect(() => swipe?.setLayers(layerId === undefined ? [] : [layerId]), [swipe, layerId]);
  useEffect(() => swipe?.setDirection(direction), [swipe, direction]);
  if (error !== undefined)
    return (
      <Box sx={{ p: 2 }}>
        <Alert severity="error" action={<Button onClick={again}>{t('app.tryAgain')}</Button>}>
          {t('viewer.toolFailed')}
        </Alert>
      </Box>
    );
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2 }}>
      <Typography color="textSecondary">{swipe ? t('swipe.how') : t('app.loading')}</Typography>
      <TextField
        select
        size="small"
        label={t('swipe.layer')}
        value={layerId ?? ''}
        onChange={(event) => setChosen(event.target.value)}
      >
        {layers.map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            {title || t('layers.untitled')}
          </MenuItem>
        ))}
      </TextField>
      <ToggleButtonGroup
        exclusive
        value={direction}
        aria-label={t('swipe.direction')}
        onChange={(_event, next: typeof direction | null) => next && setDirection(next)}
      >
        <ToggleButton value="horizontal">{t('swipe.sideways')}</ToggleButton>
        <ToggleButton value="vertical">{t('swipe.upDown')}</ToggleButton>
      </ToggleButtonGroup>
      {swipe && (
        // For those who can't drag: it moves to where it is pressed, from left to right like the handle.
        <LeftToRight>
          <Slider
            size="small"
            aria-label={t('swipe.title')}
            value={position}
            onChange={(_event, value) => swipe.setPosition(Number(value))}
            sx={{ display: 'block', width: 'auto', mx: 1 }}
          />
        </LeftToRight>
      )}
    </Box>
  );
}
