import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { WholeChange } from '../../../forms/whole-change.tsx';
import { placePicture } from '../../../map/layers/place-picture.ts';
import { createStore } from '../../../store.ts';
import { SettingPanel, type SettingPanelProps } from './setting-panel.tsx';

/** A picture with handles on the map, and buttons, which move, turn and resize it. */
export function PlacePanel(props: SettingPanelProps) {
  const { t } = useTranslation();
  const title = props.layer.title || t('layers.untitled');
  return (
    <SettingPanel
      {...props}
      label={t('layers.placeOf', { title })}
      resetLabel=""
      open={async (model, id) => ({
        ...(await placePicture(model, id)),
        state: createStore({ changed: false }),
        reset: () => {},
      })}
    >
      {({ change }) => (
        <>
          <Typography color="textSecondary">{t('layers.place.how')}</Typography>
          <WholeChange hasSize onChange={change} />
          <Button variant="contained" onClick={props.onBack} sx={{ justifySelf: 'start' }}>
            {t('layers.place.done')}
          </Button>
        </>
      )}
    </SettingPanel>
  );
}
