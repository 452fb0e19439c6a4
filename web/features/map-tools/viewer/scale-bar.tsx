import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { scaleLength } from '../../../map/measure/units.ts';
import { useStore } from '../../../store.ts';

/** A bar of round length at the map's scale, in the user's units. */
export function ScaleBar() {
  const { formats } = useLanguage();
  const [system] = useUnitSystem();
  const length = scaleLength(
    useMapState((state) => state.metresPerPixel),
    system,
  );
  if (!length) return null;
  const text = new Intl.NumberFormat(formats, {
    style: 'unit',
    unit: length.unit,
    unitDisplay: 'short',
  }).format(length.value);
  return (
    <Box sx={{ ...styles.bar, width: length.pixels }}>
      <Box component="span" sx={styles.text}>
        {text}
      </Box>
    </Box>
  );
}

const styles = {
  bar: {
    flexShrink: 0,
    boxSizing: 'border-box',
    height: 6,
    border: 1.5,
    borderTop: 0,
    borderColor: 'text.primary',
    position: 'relative',
    top: 5,
    marginInlineStart: 0.5,
  },
  text: {
    position: 'absolute',
    insetInline: 0,
    bottom: 0,
    textAlign: 'center',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
  },
} as const;

/** Latitude and longitude under the mouse; renders nothing without a mouse. */
export function PointerCoordinates() {
  const { t } = useTranslation();
  const model = useMapModel();
  const point = useStore(model?.pointer);
  return (
    <Box
      component="span"
      title={t('viewer.coordinates')}
      // Not in the styles, which are mirrored.
      dir="ltr"
      sx={{
        display: { xs: 'none', md: 'block' },
        minWidth: 130,
        whiteSpace: 'nowrap',
        fontVariantNumeric: 'tabular-nums',
      }}
    >
      {point && `${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`}
    </Box>
  );
}
