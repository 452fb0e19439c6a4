import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldExpression } from '../../../map/configure/label-json.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import { computes, divides, fits, isNumber, maxTypeFields, showsSeveral } from '../../../map/style/style.ts';
import { ExpressionField, ExpressionFields } from './expression-field.tsx';
import { ChoiceField, FinishedText } from './setting-fields.tsx';
import type { StyleProps } from './style-choices.tsx';

/** No field has this name. */
const ownExpression = ' expression';

/** The field whose values are shown. */
export function FieldChoice({ session, state }: StyleProps) {
  const { t } = useTranslation();
  const { kind, field, fields, several, expression } = state;
  const shown = fields.filter((one) => one.name === field || fits(kind, one));
  const isGone = field !== undefined && shown.every(({ name }) => name !== field);
  // An expression is drawn once it has been written.
  const [writes, setWrites] = useState(false);
  if (kind === 'single' || kind === 'heatmap' || kind === 'other') return null;
  if (showsSeveral(kind)) return <FieldsChoice session={session} shown={shown} chosen={several} />;
  const computed = computes(kind) && (writes || expression !== undefined);
  return (
    <>
      <TextField
        select
        fullWidth
        size="small"
        label={t('layers.style.field')}
        value={computed ? ownExpression : (field ?? '')}
        error={isGone && !computed}
        onChange={({ target }) => {
          setWrites(target.value === ownExpression);
          if (target.value !== ownExpression) void session.request({ field: target.value });
        }}
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
        {computes(kind) && <MenuItem value={ownExpression}>{t('layers.labels.expression')}</MenuItem>}
      </TextField>
      {computed ? (
        <StyledExpression session={session} state={state} />
      ) : (
        <FurtherFields session={session} state={state} />
      )}
    </>
  );
}

/** The Arcade whose value is drawn, and the legend's heading for it. */
function StyledExpression({ session, state: { field, fields, expression, expressionTitle } }: StyleProps) {
  const { t } = useTranslation();
  return (
    <ExpressionFields value={fields}>
      <ExpressionField
        label={t('layers.expression')}
        // What was shown before is where most expressions begin.
        value={expression ?? (field === undefined ? '' : fieldExpression(field))}
        use="style"
        onChange={(wanted) => wanted.trim() && session.requestSoon({ expression: wanted })}
      />
      {expression !== undefined && (
        <>
          <FinishedText
            label={t('layers.style.expressionTitle')}
            value={expressionTitle}
            onChange={(title) => session.setExpressionTitle(title)}
          />
          <Typography variant="caption" color="textSecondary">
            {t('layers.style.inView')}
          </Typography>
        </>
      )}
    </ExpressionFields>
  );
}

/** Further fields of types, one after the other: each combination of values is a type. */
function FurtherFields({ session, state: { kind, field, fields, furtherFields } }: StyleProps) {
  const { t } = useTranslation();
  if (kind !== 'types' || field === undefined) return null;
  const shown = furtherFields.length + 1 < maxTypeFields ? [...furtherFields, ''] : furtherFields;
  return shown.map((name, index) => {
    const taken = new Set([field, ...furtherFields.filter((one) => one !== name)]);
    const free = fields.filter((one) => !taken.has(one.name));
    if (free.length === 0) return null;
    // A field that no longer exists is named above.
    const gone = name !== '' && free.every((one) => one.name !== name);
    return (
      <ChoiceField
        key={index}
        label={t('layers.style.furtherField', { number: index + 2 })}
        value={name}
        choices={[
          { value: '', title: t('layers.style.divisor.none') },
          ...(gone ? [{ value: name, title: name }] : []),
          ...free.map((one) => ({ value: one.name, title: one.title })),
        ]}
        onChange={(next) =>
          void session.request({
            furtherFields: next ? furtherFields.toSpliced(index, 1, next) : furtherFields.toSpliced(index, 1),
          })
        }
      />
    );
  });
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
  session: StyleProps['session'];
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
