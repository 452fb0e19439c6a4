import Box from '@mui/material/Box';
import MenuItem from '@mui/material/MenuItem';
import Slider from '@mui/material/Slider';
import TextField from '@mui/material/TextField';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  divides,
  fits,
  isNumber,
  showsSeveral,
  type StyleKind,
  type StyleSession,
  type StyleState,
  type StyleSteps,
  styleSteps,
} from '../../../map/style/style.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import { textSizes } from '../../../ui/sizes.ts';
import { ChoiceField } from './setting-fields.tsx';
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

/** The field whose values are shown. */
export function FieldChoice({ session, state: { kind, field, fields, several } }: StyleProps) {
  const { t } = useTranslation();
  const shown = fields.filter((one) => one.name === field || fits(kind, one));
  const isGone = field !== undefined && shown.every(({ name }) => name !== field);
  if (kind === 'single' || kind === 'heatmap' || kind === 'other') return null;
  if (showsSeveral(kind)) return <FieldsChoice session={session} shown={shown} chosen={several} />;
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={t('layers.style.field')}
      value={field ?? ''}
      error={isGone}
      onChange={({ target }) => void session.request({ field: target.value })}
    >
      {isGone && (
        <MenuItem value={field} disabled>
          {field}
        </MenuItem>
      )}
      {shown.map(({ name, title }) => (
        <MenuItem key={name} value={name}>
          {title}
        </MenuItem>
      ))}
    </TextField>
  );
}

/** The number that the field's values are divided by: people by area, say. */
export function DivisorChoice({ session, state: { kind, field, fields, divisor } }: StyleProps) {
  const { t } = useTranslation();
  const numbers = fields.filter((one) => isNumber(one) && one.name !== field);
  if (!divides(kind) || (numbers.length === 0 && divisor === undefined)) return null;
  // A field that no longer exists is named above.
  const gone = divisor !== undefined && numbers.every(({ name }) => name !== divisor);
  return (
    <ChoiceField
      label={t('layers.style.divisor')}
      value={divisor ?? ''}
      choices={[
        { value: '', title: t('layers.style.divisor.none') },
        ...(gone ? [{ value: divisor, title: divisor }] : []),
        ...numbers.map(({ name, title }) => ({ value: name, title })),
      ]}
      onChange={(next) => void session.request({ divisor: next || null })}
    />
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
  const change = (next: string) => void session.request({ ramp: next });
  return <RampField ramps={ramps} ramp={ramp} colors={colors} onChange={change} />;
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
