import CenterFocus from '@mui/icons-material/CenterFocusStrongOutlined';
import Explore from '@mui/icons-material/ExploreOutlined';
import Place from '@mui/icons-material/FilterCenterFocus';
import Coverage from '@mui/icons-material/ScatterPlotOutlined';
import Paper from '@mui/material/Paper';
import { useTranslation } from 'react-i18next';
import { isExtension } from '../../../../../wire/integrations/extension-types.ts';
import { useIntegrations } from '../../../../context/application-context.ts';
import { mapLocationAt } from '../../../../context/locations.ts';
import { useMapState } from '../../../../map/map-model.ts';
import { BarButton, PinButton } from '../drawer/bar-button.tsx';
import { showsCoverage } from '../host/address.ts';
import { useStore } from '../../../../store.ts';
import { type HubChoices, useHub } from '../host/hub.ts';

/** Toggles over the map while integrations are open: pin, coverage, map following, synchronised headings. */
export function MapSwitches() {
  const { t } = useTranslation();
  const hub = useHub();
  const { openIntegrations, setCurrentMapLocation } = useIntegrations();
  const choices = useStore(hub.choices);
  const place = useMapState((state) => state.place);
  const toggle = (name: keyof HubChoices) => hub.choices.set({ ...choices, [name]: !choices[name] });
  const chooseMiddle = () => {
    if (!place) return;
    setCurrentMapLocation(mapLocationAt(place));
  };
  return (
    <Paper
      variant="outlined"
      role="toolbar"
      aria-orientation="vertical"
      aria-label={t('header.integrations')}
      sx={styles.group}
    >
      <PinButton tooltipAt="left" />
      <BarButton tooltipAt="left" label={t('integration.middle')} onClick={chooseMiddle}>
        <Place />
      </BarButton>
      <BarButton
        tooltipAt="left"
        label={t('integration.follow')}
        pressed={choices.follow}
        onClick={() => toggle('follow')}
      >
        <CenterFocus />
      </BarButton>
      {openIntegrations.some(showsCoverage) && (
        <BarButton
          tooltipAt="left"
          label={t('integration.coverage')}
          pressed={choices.coverage}
          onClick={() => toggle('coverage')}
        >
          <Coverage />
        </BarButton>
      )}
      {openIntegrations.filter((each) => !isExtension(each)).length > 1 && (
        <BarButton
          tooltipAt="left"
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
    '@media (min-width: 600px)': {
      // Below the buttons to save, which a narrow map shows below the search, and beside the column of other buttons.
      '@container map (max-width: 480px)': { top: 132 },
      '@container map (max-height: 760px)': { insetInlineEnd: 64 },
    },
    display: 'flex',
    flexDirection: { xs: 'row', sm: 'column' },
    overflow: 'hidden',
    boxShadow: '0 1px 4px rgb(0 0 0 / 10%)',
    '& .MuiIconButton-root': { borderRadius: 0 },
  },
} as const;
