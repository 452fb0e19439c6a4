import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import Typography from '@mui/material/Typography';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { LayerInView } from '../../map/in-view/in-view.ts';
import { useFormats } from '../languages/index.ts';
import { FeatureRow } from './feature-row.tsx';

/** What one layer has in view; says how many of them are listed when they are not all. */
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
