import AddLocation from '@mui/icons-material/AddLocationAltOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { aim } from '../../../../map/integration-marker/integration-markers.ts';
import { useMapModel } from '../../../../map/map-model.ts';
import { openReportPlace } from '../../../../map/report-place/report-place.ts';
import { useStore } from '../../../../store.ts';
import { placeNoteStyles } from '../choose-place-note.tsx';
import { type AskedPlace, useHub } from '../host/hub.ts';

/** An extension asks for a place: a click on the map, Enter on the map, or a button for its centre answers. */
export function AskedPlaceNote() {
  const hub = useHub();
  const asked = useStore(hub.askedPlace);
  return asked ? <Asking asked={asked} /> : null;
}

function Asking({ asked }: { asked: AskedPlace }) {
  const { t } = useTranslation();
  const model = useMapModel();
  useEffect(() => {
    if (!model) return undefined;
    let left = false;
    let close = () => {};
    const start = async () => {
      const picker = await openReportPlace(model, 'point', (place) => {
        if ('x' in place) asked.answer({ lat: place.y, lng: place.x });
      });
      if (left) picker.close();
      else ({ close } = picker);
    };
    // Without its code the centre of the map can still be chosen.
    void start().catch(() => {});
    const stopAiming = aim(model);
    const cancel = ({ key, defaultPrevented }: KeyboardEvent) => {
      if (key === 'Escape' && !defaultPrevented) asked.answer(undefined);
    };
    window.addEventListener('keydown', cancel);
    return () => {
      left = true;
      close();
      stopAiming();
      window.removeEventListener('keydown', cancel);
    };
  }, [model, asked]);
  const chooseMiddle = () => {
    const place = model?.state.get().place;
    if (place) asked.answer({ lat: place.lat, lng: place.lng });
  };
  return (
    <Paper component="output" variant="outlined" sx={placeNoteStyles.note}>
      <AddLocation color="inherit" />
      <Box sx={{ flex: 1, minWidth: 0 }}>
        <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>
          {t('extension.asks', { title: asked.title })}
        </Typography>
        <Typography color="textSecondary">{t('extension.asks.how')}</Typography>
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1, mt: 1, marginInlineStart: '-5px' }}>
          <Button size="small" onClick={chooseMiddle}>
            {t('integration.middle')}
          </Button>
          <Button size="small" color="inherit" onClick={() => asked.answer(undefined)}>
            {t('extension.asks.cancel')}
          </Button>
        </Box>
      </Box>
    </Paper>
  );
}
