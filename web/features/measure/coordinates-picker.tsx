import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { coordinateFormats, formatCoordinates } from '../../map/coordinates/format-coordinates.ts';
import { type MapPoint, useMapModel } from '../../map/map-model.ts';
import { pickPlaces } from '../../map/measure/measure.ts';
import { CopyButton } from './copy-button.tsx';

/** Where a clicked place is, in every format, each to be copied. */
export function CoordinatesPicker() {
  const { t } = useTranslation();
  const model = useMapModel();
  const [point, setPoint] = useState<MapPoint>();
  useEffect(() => {
    if (!model) return undefined;
    let left = false;
    let stop: (() => void) | undefined;
    const begin = async () => {
      stop = await pickPlaces(model, (next) => !left && setPoint(next));
      if (left) stop();
    };
    void begin().catch(() => {});
    return () => {
      left = true;
      stop?.();
    };
  }, [model]);
  return (
    <>
      <Typography color="textSecondary">{t('measure.coordinates.how')}</Typography>
      {point && (
        <Box component="dl" sx={{ m: 0, display: 'grid', gap: 1 }}>
          {coordinateFormats.map((format) => {
            const text = formatCoordinates(point, format);
            const name =
              format === 'map'
                ? t('measure.format.map', { wkid: String(point.wkid) })
                : t(`measure.format.${format}`);
            return (
              <Box key={format} sx={styles.row}>
                <Typography component="dt" variant="caption" color="textSecondary" sx={{ gridColumn: 1 }}>
                  {name}
                </Typography>
                <Box component="dd" dir="ltr" sx={styles.value}>
                  {text ?? '–'}
                </Box>
                {text && (
                  <Box sx={{ gridColumn: 2, gridRow: '1 / span 2' }}>
                    <CopyButton text={text} name={name} />
                  </Box>
                )}
              </Box>
            );
          })}
        </Box>
      )}
    </>
  );
}

const styles = {
  row: {
    display: 'grid',
    gridTemplateColumns: '1fr auto',
    alignItems: 'center',
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    py: 0.5,
    border: 1,
    borderColor: 'divider',
    borderRadius: '12px',
  },
  value: {
    m: 0,
    gridColumn: 1,
    fontVariantNumeric: 'tabular-nums',
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
} as const;
