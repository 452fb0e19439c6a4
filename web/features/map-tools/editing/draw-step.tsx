import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Editing, EditingState } from '../../../map/edit/edit-feature.ts';
import { ShapeButtons } from './shape-buttons.tsx';
import { StepHead } from './step-head.tsx';

export interface DrawStepProps {
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
