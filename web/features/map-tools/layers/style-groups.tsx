import DeleteOutlined from '@mui/icons-material/DeleteOutlined';
import Box from '@mui/material/Box';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import {
  countFields,
  type Grouping,
  type GroupingControl,
  type GroupStatistic,
  groupKinds,
  groupStatistics,
} from '../../../map/style/grouping.ts';
import { isNumber, type StyleState } from '../../../map/style/style.ts';
import { TouchButton } from '../../../ui/touch-button.tsx';
import { RampField } from './ramp-field.tsx';
import { AddMenu, ChoiceField, ControlGrid, NumberSlider } from './setting-fields.tsx';
import type { StyleProps } from './style-choices.tsx';
import { SymbolEditor } from './symbol-fields.tsx';

/** Whether nearby points are drawn as clusters or bins, and how these are drawn. */
export function GroupFields({ session: { groups }, state }: StyleProps) {
  const { t } = useTranslation();
  const { grouping, kind } = state;
  if (!groups || !grouping || kind === 'heatmap') return null;
  return (
    <Box component="section" aria-label={t('layers.groups')} sx={styles.section}>
      <ChoiceField
        label={t('layers.groups')}
        value={grouping.kind}
        choices={groupKinds.map((value) => ({ value, title: t(`layers.groups.${value}`) }))}
        onChange={(next) => {
          const chosen = groupKinds.find((one) => one === next);
          if (chosen) void groups.setKind(chosen, t('charts.statistic.count'));
        }}
      />
      {grouping.kind === 'clusters' && <ClusterFields groups={groups} grouping={grouping} />}
      {grouping.kind === 'bins' && <BinFields groups={groups} grouping={grouping} />}
      {grouping.kind !== 'none' && <Statistics groups={groups} grouping={grouping} fields={state.fields} />}
    </Box>
  );
}

interface GroupProps {
  groups: GroupingControl;
  grouping: Grouping;
}

/** Distance between grouped points, and the smallest and largest size of a cluster, in points. */
const clusterSizes = [
  { part: 'radius', min: 10, max: 150, step: 5 },
  { part: 'smallest', min: 6, max: 80, step: 1 },
  { part: 'largest', min: 6, max: 80, step: 1 },
] as const;

function ClusterFields({ groups, grouping }: GroupProps) {
  const { t } = useTranslation();
  const { symbol } = grouping;
  return (
    <>
      <ControlGrid>
        {clusterSizes.map(({ part, ...range }) => (
          <NumberSlider
            key={part}
            label={t(`layers.groups.${part}`)}
            value={grouping[part]}
            {...range}
            onChange={(next) => groups.setSizes({ [part]: next })}
          />
        ))}
      </ControlGrid>
      <FormControlLabel
        control={
          <Switch
            checked={symbol !== undefined}
            onChange={(_event, own) => groups.setSymbol(own ? {} : undefined)}
          />
        }
        label={t('layers.groups.ownSymbol')}
      />
      {symbol && (
        <SymbolEditor
          symbol={symbol}
          geometry="point"
          without={['size']}
          onChange={(change) => groups.setSymbol(change)}
        />
      )}
    </>
  );
}

function BinFields({ groups, grouping }: GroupProps) {
  const { t } = useTranslation();
  const { level, field, ramps, ramp, colors, statistics, symbol } = grouping;
  return (
    <>
      <ControlGrid>
        <NumberSlider
          label={t('layers.groups.level')}
          value={level}
          min={1}
          max={9}
          step={1}
          onChange={(next) => groups.setSizes({ level: next })}
        />
      </ControlGrid>
      <ChoiceField
        label={t('layers.groups.colorBy')}
        value={field ?? ''}
        choices={[
          { value: countFields.bins, title: t('charts.statistic.count') },
          ...statistics.map(({ name, title }) => ({ value: name, title })),
        ]}
        onChange={(next) => void groups.setColors({ field: next })}
      />
      <RampField
        ramps={ramps}
        ramp={ramp}
        colors={colors}
        onChange={(next) => void groups.setColors({ ramp: next })}
      />
      {symbol && (
        <SymbolEditor
          symbol={symbol}
          geometry="area"
          without={['color']}
          onChange={(change) => groups.setSymbol(change)}
        />
      )}
    </>
  );
}

/** Numbers of clusters and bins for their labels, popups and colours. */
function Statistics({ groups, grouping: { statistics }, fields }: GroupProps & Pick<StyleState, 'fields'>) {
  const { t } = useTranslation();
  // Titles that were written here are shown in the language of the page.
  const shown = (one: GroupStatistic): GroupStatistic => {
    const of = fields.find(({ name }) => name === one.field)?.title;
    if (!of || !one.title.endsWith(`: ${of}`)) return one;
    return { ...one, title: `${t(`charts.statistic.${one.kind}`)}: ${of}` };
  };
  const additions = fields.filter(isNumber).flatMap(({ name: field, title: of }) =>
    groupStatistics
      .filter((kind) => !statistics.some((one) => one.kind === kind && one.field === field))
      .map((kind) => {
        const title = `${t(`charts.statistic.${kind}`)}: ${of}`;
        return { title, onAdd: () => groups.addStatistic(kind, field, title) };
      }),
  );
  return (
    <Box component="fieldset" sx={styles.statistics}>
      <Typography component="legend" variant="caption" color="textSecondary" sx={{ p: 0 }}>
        {t('layers.groups.statistics')}
      </Typography>
      {statistics.map(shown).map(({ name, title, used }) => (
        <Box key={name} sx={styles.line}>
          <Typography noWrap title={title} dir="auto" sx={{ flex: 1, minWidth: 0 }}>
            {title}
          </Typography>
          <TouchButton
            label={used ? t('layers.groups.used', { title }) : t('layers.removeOf', { title })}
            disabled={used}
            onClick={() => groups.removeStatistic(name)}
          >
            <DeleteOutlined fontSize="small" />
          </TouchButton>
        </Box>
      ))}
      <AddMenu label={t('layers.groups.add')} additions={additions} />
    </Box>
  );
}

const styles = {
  section: { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 },
  statistics: { m: 0, p: 0, border: 0, minWidth: 0 },
  line: { display: 'flex', alignItems: 'center', gap: 1 },
} as const;
