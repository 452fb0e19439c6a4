import Redo from '@mui/icons-material/Redo';
import Undo from '@mui/icons-material/Undo';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Editing, EditingState } from '../../../map/edit/edit-feature.ts';
import { sizes } from '../../../ui/sizes.ts';
import { StepHead } from './step-head.tsx';

export interface ShapeButtonsProps {
  editing: Editing;
  state: EditingState;
  /** Whether single vertices can be undone: for lines and polygons. */
  corners: boolean;
}

/** Drawing aids: snapping, and undo of single vertices. */
export function ShapeButtons({ editing, state, corners }: ShapeButtonsProps) {
  const { t } = useTranslation();
  const { snapping, canUndo, canRedo } = state;
  const buttons = [
    { label: t('edit.draw.undo'), Icon: Undo, disabled: !canUndo, onClick: editing.undo },
    { label: t('edit.draw.redo'), Icon: Redo, disabled: !canRedo, onClick: editing.redo },
  ];
  return (
    <Box>
      <Box sx={{ display: 'flex', alignItems: 'center', flexWrap: 'wrap' }}>
        <FormControlLabel
          label={t('sketch.snapping')}
          control={<Switch checked={snapping} onChange={(_event, on) => editing.setSnapping(on)} />}
          sx={{ flex: 1 }}
        />
        {corners &&
          buttons.map(({ label, Icon, disabled, onClick }) => (
            <Tooltip key={label} title={label}>
              {/* A disabled button has no events of its own for the tooltip. */}
              <span>
                <IconButton
                  aria-label={label}
                  disabled={disabled}
                  onClick={onClick}
                  sx={{ width: sizes.touch, height: sizes.touch, '[dir=rtl] &': { transform: 'scaleX(-1)' } }}
                >
                  <Icon />
                </IconButton>
              </span>
            </Tooltip>
          ))}
      </Box>
      {snapping && (
        <Typography variant="caption" color="textSecondary">
          {t('sketch.snapping.how')}
        </Typography>
      )}
    </Box>
  );
}

interface DrawStepProps {
  editing: Editing;
  state: EditingState;
  onLeave: () => void;
}

/** Explains how to draw the chosen feature on the map. */
export function DrawStep({ editing, state, onLeave }: DrawStepProps) {
  const { t } = useTranslation();
  const { template, ready } = state;
  if (!template) return null;
  const { label, layerTitle, picture, shape } = template;
  return (
    <>
      <StepHead title={label} detail={layerTitle} picture={picture} onBack={onLeave} />
      <Box sx={{ display: 'grid', gap: 2, px: 2 }}>
        <Typography component="output">{t(ready ? `edit.draw.${shape}` : 'edit.draw.loading')}</Typography>
        {ready && (
          <Typography variant="body2" color="textSecondary">
            {t('measure.keys')}
          </Typography>
        )}
        <ShapeButtons editing={editing} state={state} corners={shape !== 'point'} />
        <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap' }}>
          {shape !== 'point' && (
            <Button variant="contained" disabled={!state.canUndo} onClick={editing.finish}>
              {t('edit.draw.finish')}
            </Button>
          )}
          <Button onClick={onLeave}>{t('edit.cancel')}</Button>
        </Box>
      </Box>
    </>
  );
}
