import Add from '@mui/icons-material/Add';
import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type LabelsValue,
  openGroupLabels,
  openLabels,
  type SettingSession,
  type SettingState,
} from '../../../map/configure/configure.ts';
import {
  expressionField,
  expressionOf,
  fieldExpression,
  type LabelJson,
  lookOf,
  newLabel,
  placementNames,
  placements,
  withExpression,
  withLook,
} from '../../../map/configure/label-json.ts';
import { radii } from '../../../ui/sizes.ts';
import { MissingFieldsAlert } from './missing-fields-alert.tsx';
import { ScaleRange } from './scale-range.tsx';
import { ExpressionField } from './expression-field.tsx';
import { ChoiceField, ColorInput, ControlGrid, NumberSlider } from './setting-fields.tsx';
import { type LayerPart, PartChoice, SettingPanel, type SettingPanelProps } from './setting-panel.tsx';

type LabelsSession = SettingSession<LabelsValue>;

/** The labels of a layer: classes of features, with their text and its style. */
export function LabelsPanel(props: SettingPanelProps) {
  const { t } = useTranslation();
  const title = props.layer.title || t('layers.untitled');
  const [part, setPart] = useState<LayerPart>('features');
  const count = t('charts.statistic.count');
  return (
    <SettingPanel<SettingState<LabelsValue>, LabelsSession>
      key={part}
      {...props}
      label={t('layers.labelsOf', { title })}
      resetLabel={t('layers.labels.reset')}
      open={(model, id) => (part === 'groups' ? openGroupLabels(model, id, count) : openLabels(model, id))}
    >
      {(session, { value }) => (
        <>
          <PartChoice layer={props.layer} part={part} onChange={setPart} />
          {part === 'features' && <MissingFieldsAlert layerId={props.layer.id} part="labels" />}
          <LabelClasses session={session} value={value} />
        </>
      )}
    </SettingPanel>
  );
}

function LabelClasses({ session, value: { on, classes } }: { session: LabelsSession; value: LabelsValue }) {
  const { t } = useTranslation();
  const first = session.fields.find(({ kind, isId }) => kind === 'text' && !isId) ?? session.fields[0];
  const fresh = () => newLabel(first?.name, session.geometry);
  const toggle = (next: boolean) =>
    session.set({ on: next, classes: next && classes.length === 0 ? [fresh()] : classes });
  const change = (next: readonly LabelJson[]) => session.set({ on: next.length > 0, classes: next });
  return (
    <>
      <FormControlLabel
        control={<Switch checked={on} onChange={(_event, checked) => toggle(checked)} />}
        label={t('layers.labels.show')}
      />
      {on && (
        <>
          {classes.map((label, index) => (
            <LabelClass
              // Classes have no id besides their position.
              key={`${index} of ${classes.length}`}
              session={session}
              label={label}
              number={classes.length > 1 ? index + 1 : undefined}
              onChange={(next) => change(classes.with(index, next))}
              {...(classes.length > 1 && { onRemove: () => change(classes.toSpliced(index, 1)) })}
            />
          ))}
          <Button
            size="small"
            startIcon={<Add fontSize="small" />}
            onClick={() => change([...classes, fresh()])}
            sx={{ justifySelf: 'start' }}
          >
            {t('layers.labels.add')}
          </Button>
        </>
      )}
    </>
  );
}

interface LabelClassProps {
  session: LabelsSession;
  label: LabelJson;
  /** From 1; undefined for the only one. */
  number: number | undefined;
  onChange: (label: LabelJson) => void;
  onRemove?: () => void;
}

const ownExpression = ' expression';

function LabelClass({ session, label, number, onChange, onRemove }: LabelClassProps) {
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
          onChange={(next) => onChange(withExpression(label, next))}
        />
      )}
      {number !== undefined && (
        <WhereField value={label.where ?? ''} onChange={(where) => onChange({ ...label, where })} />
      )}
      <ControlGrid>
        <NumberSlider
          label={t('layers.style.size')}
          value={look.size}
          min={5}
          max={36}
          onChange={(size) => restyle({ size })}
        />
        <span>{t('layers.style.color')}</span>
        <ColorInput
          label={t('layers.style.color')}
          value={look.color}
          onChange={(color) => restyle({ color })}
        />
        <NumberSlider
          label={t('layers.labels.halo')}
          value={look.halo}
          min={0}
          max={5}
          onChange={(halo) => restyle({ halo })}
        />
        {look.halo > 0 && (
          <>
            <span>{t('layers.labels.haloColor')}</span>
            <ColorInput
              label={t('layers.labels.haloColor')}
              value={look.haloColor}
              onChange={(haloColor) => restyle({ haloColor })}
            />
          </>
        )}
      </ControlGrid>
      <FormControlLabel
        control={<Switch size="small" checked={look.bold} onChange={(_event, bold) => restyle({ bold })} />}
        label={t('layers.labels.bold')}
        sx={{ ml: '-7px', mb: 1 }}
      />
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

/** The condition of a class, applied on blur: an incomplete condition would hide all its labels. */
function WhereField({ value, onChange }: { value: string; onChange: (where: string) => void }) {
  const { t } = useTranslation();
  const [edited, setEdited] = useState<string>();
  const finish = () => {
    if (edited !== undefined && edited !== value) onChange(edited.trim());
    setEdited(undefined);
  };
  return (
    <TextField
      fullWidth
      size="small"
      label={t('layers.labels.where')}
      placeholder="population > 1000"
      value={edited ?? value}
      onChange={({ target }) => setEdited(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => key === 'Enter' && finish()}
      slotProps={{
        htmlInput: { dir: 'ltr', maxLength: 2000, spellCheck: false },
        inputLabel: { shrink: true },
      }}
    />
  );
}

const styles = {
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
