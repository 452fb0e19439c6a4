import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import { useTranslation } from 'react-i18next';
import { useUnitSystem } from '../../context/use-unit-system.ts';
import type { FeatureInView } from '../../map/in-view/in-view.ts';
import { useMapModel } from '../../map/map-model.ts';
import { lengthText } from '../../map/measure/units.ts';
import { showFeature } from '../../map/search/show-place.ts';
import { useLanguage } from '../languages/index.ts';

/** A feature: what it is, how far and in which direction. Enter goes there and opens its popup, which gets the focus. */
export function FeatureRow({ layerId, feature }: { layerId: string; feature: FeatureInView }) {
  const { t } = useTranslation();
  const { formats: language } = useLanguage();
  const model = useMapModel();
  const [units] = useUnitSystem();
  const { objectId, title, metres, direction } = feature;
  const where = direction
    ? `${lengthText(metres, units, language)} ${t(`inview.direction.${direction}`)}`
    : t('inview.here');
  return (
    <ListItem disablePadding>
      <ListItemButton
        // A finger or mouse points at the map next; from the keyboard one goes on in the popup.
        onClick={({ detail }) => model && void showFeature(model, layerId, objectId, detail === 0)}
        sx={{ minHeight: 44, py: 0.25 }}
      >
        <ListItemText
          primary={<bdi>{title || t('inview.feature', { id: objectId })}</bdi>}
          secondary={where}
          sx={{ overflowWrap: 'anywhere' }}
        />
      </ListItemButton>
    </ListItem>
  );
}
