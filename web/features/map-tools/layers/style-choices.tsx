import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  fits,
  showsSeveral,
  type StyleKind,
  type StyleSession,
  type StyleState,
  type StyleSteps,
  styleSteps,
} from '../../../map/style/style.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import { radii, textSizes } from '../../../ui/sizes.ts';

export interface StyleProps {
  session: StyleSession;
  state: StyleState;
}

export function KindChoice({ session, state: { kind, kinds } }: StyleProps) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t('layers.style.kind')}
      value={kind}
      onChange={({ target }) => void session.request({ kind: target.value as StyleKind })}
    >
      {kinds.map((one) => (
        <MenuItem key={one} value={one}>
          {t(`layers.style.kind.${one}`)}
        </MenuItem>
      ))}
      {kind === 'other' && (
        <MenuItem value="other" disabled>
          {t('layers.style.kind.other')}
        </MenuItem>
      )}
    </TextField>
  );
}

/** The field whose values are shown. */
export function FieldChoice({ session, state: { kind, field, fields, several } }: StyleProps) {
  const { t } = useTranslation();
  const shown = fields.filter((one) => one.name === field || fits(kind, one));
  if (kind === 'single' || kind === 'heatmap' || kind === 'other') return null;
  if (showsSeveral(kind)) return <FieldsChoice session={session} shown={shown} chosen={several} />;
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t('layers.style.field')}
      value={field ?? ''}
      onChange={({ target }) => void session.request({ field: target.value })}
    >
      {shown.map(({ name, title }) => (
        <MenuItem key={name} value={name}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The fields whose values are compared. */
function FieldsChoice({
  session,
  shown,
  chosen,
}: {
  session: StyleSession;
  shown: readonly LayerField[];
  chosen: readonly string[];
}) {
  const { t } = useTranslation();
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t('layers.style.fields')}
      value={chosen}
      onChange={({ target }) => void session.request({ several: target.value as unknown as string[] })}
      slotProps={{ select: { multiple: true } }}
    >
      {shown.map(({ name, title }) => (
        <MenuItem key={name} value={name}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  );
}

const fewest = 2;
const max = 10;

/** Whether numbers are drawn in classes, how these are made, and how many there are. */
export function ClassFields({ session, state: { kind, steps, classes } }: StyleProps) {
  const { t } = useTranslation();
  // While the thumb is held, the map waits.
  const [held, setHeld] = useState<number>();
  if (kind !== 'color') return null;
  return (
    <>
      <TextField
        select
        fullWidth
        size="small"
        label={t('layers.style.steps')}
        value={steps}
        onChange={({ target }) => void session.request({ steps: target.value as StyleSteps })}
      >
        {styleSteps
          .filter((one) => one !== 'manual' || steps === 'manual')
          .map((one) => (
            <MenuItem key={one} value={one}>
              {t(`layers.style.steps.${one}`)}
            </MenuItem>
          ))}
      </TextField>
      {steps !== 'continuous' && steps !== 'standard-deviation' && steps !== 'manual' && (
        <Box sx={styles.slider}>
          <span>{t('layers.style.classes')}</span>
          <Slider
            size="small"
            min={fewest}
            max={max}
            step={1}
            marks
            value={held ?? classes}
            valueLabelDisplay="auto"
            aria-label={t('layers.style.classes')}
            onChange={(_event, value) => setHeld(Number(value))}
            onChangeCommitted={(_event, value) => {
              setHeld(undefined);
              void session.request({ classes: Number(value) });
            }}
          />
        </Box>
      )}
    </>
  );
}

/** The colours from low to high. */
export function RampChoice({ session, state: { ramps, ramp, colors } }: StyleProps) {
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
      onChange={({ target }) => void session.request({ ramp: target.value })}
      slotProps={{
        // Colours that the map's author chose, or that were changed one by one, are no ramp of the list.
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
  slider: {
    display: 'grid',
    gridTemplateColumns: 'auto 1fr',
    alignItems: 'center',
    columnGap: 2,
    paddingInlineEnd: 1,
    color: 'text.secondary',
    fontSize: textSizes.small,
  },
  ramp: { display: 'block', height: 20, minWidth: 160, borderRadius: radii.control },
} as const;
