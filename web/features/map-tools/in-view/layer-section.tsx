import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Typography from '@mui/material/Typography';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import {
  type FeatureInView,
  type LayerInView,
  type Listed,
  mostListed,
} from '../../../map/in-view/in-view.ts';
import { useMapModel } from '../../../map/map-model.ts';
import { lengthText } from '../../../map/measure/units.ts';
import { showFeature } from '../../../map/search/show-place.ts';
import { sizes } from '../../../ui/sizes.ts';
import { isLowWindow } from '../../../ui/use-screen.ts';
import { useRun } from '../../../ui/use-run.ts';

interface LayerSectionProps {
  layer: LayerInView;
  onRetry: () => void;
  /** Lists more of its features. */
  onMore: () => void;
}

/** The features of one layer in view, how many are listed if not all, and a button for more. */
export function LayerSection({ layer, onRetry, onMore }: LayerSectionProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const heading = useId();
  const { title, total, features, failed, hasNoMore = false } = layer;
  const list = useRef<HTMLUListElement>(null);
  const awaited = useRef<number>(undefined);
  const more = Math.min(total, mostListed) - features.length;
  useEffect(() => {
    const first = awaited.current;
    awaited.current = undefined;
    if (first === undefined || (hasNoMore && features.length <= first)) return;
    // The button moves down, or is no longer there: the first of those that it added is the next to read.
    list.current?.querySelectorAll<HTMLElement>('[role=button]').item(first)?.focus();
  }, [features, hasNoMore]);
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
        <>
          <List ref={list} disablePadding aria-labelledby={heading} sx={{ mx: -2 }}>
            {features.map((feature) => (
              <FeatureRow key={feature.objectId} layer={layer} feature={feature} />
            ))}
          </List>
          {more > 0 && !hasNoMore && (
            <Button
              onClick={() => {
                awaited.current = features.length;
                onMore();
              }}
              sx={{ mx: -1, minHeight: sizes.touch }}
            >
              {t('layers.style.moreRows', { number: number(total - features.length) })}
            </Button>
          )}
        </>
      )}
    </Box>
  );
}

/** A feature: title, distance and direction. Enter goes there and opens its popup, which gets the focus. */
function FeatureRow({ layer, feature }: { layer: Listed; feature: FeatureInView }) {
  const { t } = useTranslation();
  const { formats: language } = useLanguage();
  const model = useMapModel();
  const [units] = useUnitSystem();
  const { error, run } = useRun();
  const { objectId, title, metres, direction, shape } = feature;
  const { layerId, sublayerId } = layer;
  const of = sublayerId === undefined ? layerId : { layerId, sublayerId };
  const unnamed = shape ? t(`sketch.tool.${shape}`) : t('inview.feature', { id: objectId });
  const where = direction
    ? t('inview.where', {
        distance: lengthText(metres, units, language),
        direction: t(`inview.direction.${direction}`),
      })
    : t('inview.here');
  return (
    <ListItem disablePadding>
      <ListItemButton
        // Pointer users continue on the map, keyboard users in the popup, which fills the map of a low window.
        onClick={({ detail }) =>
          model && void run(() => showFeature(model, of, objectId, detail === 0 || isLowWindow()))
        }
        sx={{ minHeight: sizes.touch, py: 0.25 }}
      >
        <ListItemText
          primary={<bdi>{title || unnamed}</bdi>}
          secondary={
            error === undefined ? (
              where
            ) : (
              <Box component="span" role="alert" sx={{ color: 'error.main' }}>
                <ErrorMessage error={error} />
              </Box>
            )
          }
          sx={{ overflowWrap: 'anywhere' }}
        />
      </ListItemButton>
    </ListItem>
  );
}
