import AddLocation from '@mui/icons-material/AddLocationAltOutlined';
import { useTranslation } from 'react-i18next';
import { BarButton } from './drawer/bar-button.tsx';
import { useStore } from '../../../map/store.ts';
import { useHub } from './host/hub.ts';

/**
 * The pin tool: when pressed, a click on the map chooses a location; otherwise it identifies features. On the map and
 * in each integration's toolbar.
 */
export function PinButton({ tooltipAt = 'bottom' }: { tooltipAt?: 'bottom' | 'left' }) {
  const { t } = useTranslation();
  const hub = useHub();
  const pressed = useStore(hub.pin) !== 'off';
  return (
    <BarButton
      tooltipAt={tooltipAt}
      label={t('integration.pin')}
      pressed={pressed}
      onClick={() => hub.pin.set(pressed ? 'off' : 'on')}
    >
      <AddLocation />
    </BarButton>
  );
}
