import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { StyleRamp } from '../../../map/style/symbol.ts';
import { radii, textSizes } from '../../../ui/sizes.ts';

export interface RampFieldProps {
  ramps: readonly StyleRamp[];
  /** Undefined for colours that are not a ramp of the list. */
  ramp: string | undefined;
  /** The present colours, as CSS. */
  colors: readonly string[];
  onChange: (ramp: string) => void;
}

/** A choice of colours from low to high. */
export function RampField({ ramps, ramp, colors, onChange }: RampFieldProps) {
  const { t } = useTranslation();
  if (ramps.length === 0) return null;
  const chosen = ramps.find(({ id }) => id === ramp);
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t('layers.style.ramp')}
      value={chosen?.id ?? ''}
      onChange={({ target }) => onChange(target.value)}
      slotProps={{
        // Colours that the map's author chose, or that were changed one by one, are not a ramp of the list.
        select: {
          displayEmpty: true,
          renderValue: () => (
            <>
              <Ramp colors={chosen?.colors ?? colors} />
              {!chosen && (
                <Typography variant="caption" color="textSecondary">
                  {t('layers.style.ownColors')}
                </Typography>
              )}
            </>
          ),
        },
        inputLabel: { shrink: true },
      }}
    >
      {ramps.map((one) => (
        <MenuItem key={one.id} value={one.id} sx={{ display: 'grid', gap: 0.25 }}>
          <Ramp colors={one.colors} />
          <Typography variant="caption" color="textSecondary" sx={{ display: 'flex', gap: 0.5 }}>
            {one.name}
            {one.colorBlindSafe && (
              <>
                <Check sx={{ fontSize: textSizes.normal }} />
                {t('layers.style.colorBlindSafe')}
              </>
            )}
          </Typography>
        </MenuItem>
      ))}
    </TextField>
  );
}

function Ramp({ colors }: { colors: readonly string[] }) {
  return (
    <Box
      component="span"
      // Low values are where lines of text begin.
      sx={(theme) => ({
        ...styles.ramp,
        // A gradient needs two colours.
        backgroundImage: `linear-gradient(to ${theme.direction === 'rtl' ? 'left' : 'right'}, ${[colors[0], ...colors].join(', ')})`,
      })}
    />
  );
}

const styles = {
  ramp: { display: 'block', height: 20, minWidth: 160, borderRadius: radii.control },
} as const;
