import Add from '@mui/icons-material/Add';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type LabelsValue,
  openGroupLabels,
  openLabels,
  type SettingSession,
  type SettingState,
} from '../../../map/configure/configure.ts';
import { type LabelJson, newLabel } from '../../../map/configure/label-json.ts';
import { LabelClass } from './label-class.tsx';
import { MissingFieldsAlert } from './missing-fields-alert.tsx';
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
