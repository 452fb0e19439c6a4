import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { checkCondition, type LabelsValue, type SettingSession } from '../../../map/configure/configure.ts';
import {
  expressionField,
  expressionOf,
  fieldExpression,
  type LabelJson,
  lookOf,
  placementNames,
  placements,
  repeatOf,
  withExpression,
  withLook,
  withOverlap,
  withRepeat,
} from '../../../map/configure/label-json.ts';
import { errorText } from '../../../i18n/index.ts';
import { radii } from '../../../ui/sizes.ts';
import { ExpressionField } from './expression-field.tsx';
import { LabelText } from './label-text.tsx';
import { ScaleRange } from './scale-range.tsx';
import { ChoiceField, ExpressionError, FinishedText, type FoundFault } from './setting-fields.tsx';

interface LabelClassProps {
  session: SettingSession<LabelsValue>;
  label: LabelJson;
  /** From 1; undefined for the only one. */
  number: number | undefined;
  onChange: (label: LabelJson) => void;
  onRemove?: () => void;
}

const ownExpression = ' expression';

/** A class of labels: its text, how that looks, and where it is drawn. */
export function LabelClass({ session, label, number, onChange, onRemove }: LabelClassProps) {
  const { t } = useTranslation();
  const expression = expressionOf(label);
  const field = session.fields.find(({ name }) => name === expressionField(expression));
  const [asText, setAsText] = useState(field === undefined);
  const look = lookOf(label);
  const places = session.geometry ? placements[session.geometry] : [];
  const restyle = (change: Partial<typeof look>) => onChange(withLook(label, change));
  return (
    <Box component="fieldset" aria-label={t('layers.labels.class', { number: number ?? 1 })} sx={styles.box}>
      {number !== undefined && (
        <Box sx={{ display: 'flex', alignItems: 'center' }}>
          <Typography variant="body2" sx={{ fontWeight: 500, flex: 1 }}>
            {t('layers.labels.class', { number })}
          </Typography>
          {onRemove && (
            <IconButton aria-label={t('layers.labels.remove', { number })} onClick={onRemove}>
              <DeleteOutlined fontSize="small" />
            </IconButton>
          )}
        </Box>
      )}
      <ChoiceField
        label={t('layers.labels.text')}
        value={asText || !field ? ownExpression : field.name}
        choices={[
          ...session.fields.map(({ name, title }) => ({ value: name, title })),
          { value: ownExpression, title: t('layers.labels.expression') },
        ]}
        onChange={(chosen) => {
          setAsText(chosen === ownExpression);
          if (chosen !== ownExpression) onChange(withExpression(label, fieldExpression(chosen)));
        }}
      />
      {(asText || !field) && (
        <ExpressionField
          label={t('layers.expression')}
          value={expression}
          // Labels can read the same as styles, such as the scale.
          use="style"
          onChange={(next) => onChange(withExpression(label, next))}
        />
      )}
      {(number !== undefined || label.where) && (
        <WhereField value={label.where ?? ''} onChange={(where) => onChange({ ...label, where })} />
      )}
      <LabelText look={look} onChange={restyle} />
      {places.length > 1 && (
        <ChoiceField
          label={t('layers.labels.placement')}
          value={label.labelPlacement ?? places[0] ?? ''}
          choices={places.map((value) => ({
            value,
            title: t(`layers.placement.${placementName(value)}`),
          }))}
          onChange={(labelPlacement) => onChange({ ...label, labelPlacement })}
        />
      )}
      {session.geometry === 'line' && (
        <RepeatField label={label} onChange={(distance) => onChange(withRepeat(label, distance))} />
      )}
      <FormControlLabel
        control={
          <Switch
            size="small"
            checked={label.deconflictionStrategy === 'none'}
            onChange={(_event, allowed) => onChange(withOverlap(label, allowed))}
          />
        }
        label={t('layers.labels.overlap')}
        sx={styles.switch}
      />
      <ScaleRange
        minScale={label.minScale ?? 0}
        maxScale={label.maxScale ?? 0}
        onChange={(range) => onChange({ ...label, ...range })}
      />
    </Box>
  );
}

function placementName(placement: string): (typeof placementNames)[number] {
  return placementNames.find((name) => placement.endsWith(name)) ?? 'AboveCenter';
}

const distances = [50, 100, 200, 400] as const;

/** How often a label is drawn along a line. */
function RepeatField({
  label,
  onChange,
}: {
  label: LabelJson;
  onChange: (distance: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const distance = repeatOf(label);
  const shown = [...new Set([...distances, ...(distance ? [distance] : [])])].toSorted((a, b) => a - b);
  return (
    <ChoiceField
      label={t('layers.labels.repeat')}
      value={String(distance ?? '')}
      choices={[
        { value: '0', title: t('layers.labels.repeat.once') },
        { value: '', title: t('layers.labels.repeat.usual') },
        ...shown.map((points) => ({
          value: String(points),
          title: t('layers.labels.repeat.every', { count: points, number: points }),
        })),
      ]}
      onChange={(next) => onChange(next === '' ? undefined : Number(next))}
    />
  );
}

/**
 * The condition of a class, applied on blur: an incomplete condition would hide all its labels. An invalid
 * one stays as typed.
 */
function WhereField({ value, onChange }: { value: string; onChange: (where: string) => void }) {
  const { t } = useTranslation();
  const [refused, setRefused] = useState<{ where: string; fault?: FoundFault }>();
  // The class may be changed otherwise while its condition is checked.
  const latest = useRef(onChange);
  useEffect(() => void (latest.current = onChange));
  const apply = async (where: string) => {
    setRefused({ where });
    const unchecked = (cause: unknown): FoundFault => ({
      message: errorText(t, cause),
      isTranslated: true,
      line: undefined,
      column: undefined,
    });
    const found = await checkCondition(where).catch(unchecked);
    setRefused(found && { where, fault: found });
    if (found) return;
    latest.current(where);
  };
  const fault = refused?.fault;
  return (
    <FinishedText
      label={t('layers.labels.where')}
      placeholder="population > 1000"
      value={refused?.where ?? value}
      error={fault !== undefined}
      helperText={fault && <ExpressionError fault={fault} />}
      onChange={(where) => void apply(where.trim())}
      slotProps={{
        htmlInput: { dir: 'ltr', maxLength: 2000, spellCheck: false },
        inputLabel: { shrink: true },
      }}
    />
  );
}

const styles = {
  switch: { marginInlineStart: '-7px' },
  box: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: 1.5,
    m: 0,
    p: 1.5,
    minWidth: 0,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
  },
} as const;
