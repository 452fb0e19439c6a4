import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import type { LayerInView, FeatureInView } from '../../../map/in-view/in-view.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { lengthText } from '../../../map/measure/units.ts';
import { showFeature } from '../../../map/search/show-place.ts';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import { sizes } from '../../../ui/sizes.ts';

/** The features of one layer in view, and how many are listed if not all. */
export function LayerSection({ layer, onRetry }: { layer: LayerInView; onRetry: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const heading = useId();
  const { title, total, features, failed } = layer;
  return (
    <Box component="section" aria-labelledby={heading}>
      <Box sx={{ display: 'flex', alignItems: 'baseline', gap: 1 }}>
        <Typography id={heading} component="h3" sx={{ flex: 1, fontWeight: 500, overflowWrap: 'anywhere' }}>
          <bdi>{title}</bdi>
        </Typography>
        {!failed && (
          <Typography variant="caption" color="textSecondary" sx={{ flexShrink: 0 }}>
            {features.length < total
              ? t('inview.some', { shown: number(features.length), total: number(total) })
              : number(total)}
          </Typography>
        )}
      </Box>
      {failed ? (
        <Box role="alert" sx={{ display: 'flex', alignItems: 'center', gap: 1, color: 'text.secondary' }}>
          {t('inview.layerFailed')}
          <Button size="small" onClick={onRetry}>
            {t('app.tryAgain')}
          </Button>
        </Box>
      ) : (
        <List disablePadding aria-labelledby={heading} sx={{ mx: -2 }}>
          {features.map((feature) => (
            <FeatureRow key={feature.objectId} layerId={layer.layerId} feature={feature} />
          ))}
        </List>
      )}
    </Box>
  );
}

/** A feature: title, distance and direction. Enter goes there and opens its popup, which gets the focus. */
function FeatureRow({ layerId, feature }: { layerId: string; feature: FeatureInView }) {
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
        // Pointer users continue on the map, keyboard users in the popup.
        onClick={({ detail }) => model && void showFeature(model, layerId, objectId, detail === 0)}
        sx={{ minHeight: sizes.touch, py: 0.25 }}
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
