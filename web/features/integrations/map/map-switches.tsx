import AddLocation from '@mui/icons-material/AddLocationAltOutlined';
import CenterFocus from '@mui/icons-material/CenterFocusStrongOutlined';
import Explore from '@mui/icons-material/ExploreOutlined';
import Place from '@mui/icons-material/FilterCenterFocus';
import Paper from '@mui/material/Paper';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../../context/application-context.ts';
import { useMapState } from '../../../map/map-model.ts';
import { toWebMercator } from '../../../../wire/geometry/web-mercator.ts';
import { BarButton } from '../drawer/bar-button.tsx';
import { type HubChoices, useHub, useStore } from '../host/hub.ts';

/** Over the map while integrations are open: whether clicks choose a place, the map follows, and all turn together. */
export function MapSwitches() {
  const { t } = useTranslation();
  const hub = useHub();
  const { openIntegrations, setCurrentMapLocation } = useApplicationContext();
  const choices = useStore(hub.choices);
  const place = useMapState((state) => state.place);
  const toggle = (name: keyof HubChoices) => hub.choices.set({ ...choices, [name]: !choices[name] });
  const chooseMiddle = () => {
    if (!place) return;
    const { lat, lng } = place;
    setCurrentMapLocation({ lat, lng, ...toWebMercator({ longitude: lng, latitude: lat }), wkid: 3857 });
  };
  return (
    <Paper
      variant="outlined"
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('header.integrations')}
      sx={styles.group}
    >
      <BarButton label={t('integration.pin')} pressed={choices.placing} onClick={() => toggle('placing')}>
        <AddLocation />
      </BarButton>
      <BarButton label={t('integration.middle')} onClick={chooseMiddle}>
        <Place />
      </BarButton>
      <BarButton label={t('integration.follow')} pressed={choices.follow} onClick={() => toggle('follow')}>
        <CenterFocus />
      </BarButton>
      {openIntegrations.length > 1 && (
        <BarButton
          label={t('integration.lockHeading')}
          pressed={choices.lockHeading}
          onClick={() => toggle('lockHeading')}
        >
          <Explore />
        </BarButton>
      )}
    </Paper>
  );
}

const styles = {
  group: {
    position: 'absolute',
    // Below the search; on phones in a row, away from the controls.
    top: { sm: 72 },
    bottom: { xs: 36, sm: 'auto' },
    insetInlineEnd: { sm: 12 },
    insetInlineStart: { xs: 12, sm: 'auto' },
    display: 'flex',
    flexDirection: { xs: 'row', sm: 'column' },
    overflow: 'hidden',
    boxShadow: '0 1px 4px rgb(0 0 0 / 10%)',
    '& .MuiIconButton-root': { borderRadius: 0 },
  },
} as const;
