import SwapHoriz from '@mui/icons-material/SwapHoriz';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import MenuItem from '@mui/material/MenuItem';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import {
  type ColorTheme,
  colorThemes,
  maxTypes,
  type StyleKind,
  type StyleSession,
  type StyleState,
  type StyleSteps,
  styleSteps,
} from '../../../map/style/style.ts';
import { textSizes } from '../../../ui/sizes.ts';
import { ChoiceField, NumberField } from './setting-fields.tsx';
import { RampField } from './ramp-field.tsx';

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

/** Whether numbers are drawn in classes, how these are made, and how many there are; of types, only how many. */
export function ClassFields({ session, state }: StyleProps) {
  const { t } = useTranslation();
  const { kind, steps, classes, colorTheme } = state;
  // Styles of other programs can have thousands of types.
  if (kind === 'types' && classes <= maxTypes)
    return <CountSlider session={session} fewest={1} most={maxTypes} count={classes} />;
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
      {steps === 'continuous' && colorTheme && (
        <>
          <ChoiceField
            label={t('layers.style.theme')}
            value={colorTheme}
            choices={colorThemes.map((value) => ({ value, title: t(`layers.style.theme.${value}`) }))}
            onChange={(next) => void session.request({ colorTheme: next as ColorTheme })}
          />
          <CentreField session={session} state={state} />
        </>
      )}
      {steps !== 'continuous' && steps !== 'standard-deviation' && steps !== 'manual' && (
        <CountSlider session={session} fewest={2} most={10} count={classes} />
      )}
    </>
  );
}

/** The number of classes or types, within bounds. */
function CountSlider({
  session,
  fewest,
  most,
  count,
}: Pick<StyleProps, 'session'> & { fewest: number; most: number; count: number }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  // While the thumb is held, the map waits.
  const [held, setHeld] = useState<number>();
  return (
    <Box sx={styles.slider}>
      <span>{t('layers.style.classes')}</span>
      <Slider
        size="small"
        min={fewest}
        max={most}
        step={1}
        marks={most <= 10}
        value={held ?? count}
        valueLabelDisplay="auto"
        valueLabelFormat={number}
        aria-label={t('layers.style.classes')}
        onChange={(_event, value) => setHeld(Number(value))}
        onChangeCommitted={(_event, value) => {
          setHeld(undefined);
          void session.request({ classes: Number(value) });
        }}
      />
    </Box>
  );
}

/** The value in the middle of the colours. */
function CentreField({ session, state: { centre } }: StyleProps) {
  const { t } = useTranslation();
  if (centre === undefined) return null;
  return (
    <NumberField
      label={t('layers.style.centre')}
      value={centre}
      isValid={Number.isFinite}
      onChange={(next) => session.setCentre(next)}
    />
  );
}

/** The colours from low to high. */
export function RampChoice({ session, state: { kind, ramps, ramp, colors } }: StyleProps) {
  const { t } = useTranslation();
  const change = (next: string) => void session.request({ ramp: next });
  const reverses = colors.length > 1 && (kind === 'color' || kind === 'both' || kind === 'heatmap');
  return (
    <>
      <RampField ramps={ramps} ramp={ramp} colors={colors} onChange={change} />
      {reverses && (
        <Button
          size="small"
          startIcon={<SwapHoriz fontSize="small" />}
          onClick={session.reverseColors}
          sx={{ justifySelf: 'start', mt: -1 }}
        >
          {t('layers.style.reverse')}
        </Button>
      )}
    </>
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
} as const;
