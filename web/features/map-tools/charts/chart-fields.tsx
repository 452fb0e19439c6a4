import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useTranslation } from 'react-i18next';
import { isNaming, type LayerField } from '../../../map/layers/layer-fields.ts';
import {
  type ChartKind,
  chartKinds,
  type ChartRequest,
  type ChartStatistic,
  chartStatistics,
  fitsChart,
  isMeasure,
  isSingle,
} from '../../../map/charts/charts.ts';
import { chartBins } from '../../../map/charts/date-bins.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { WideChoice } from '../../../ui/choice.tsx';

export interface ChartFieldsProps {
  layers: readonly LayerState[];
  /** Number of selected features of the layer. */
  selected: number;
  /** Undefined while they load. */
  fields: readonly LayerField[] | undefined;
  request: ChartRequest;
  onChange: (change: Partial<ChartRequest>) => void;
}

/** What the chart shows: layer, type, fields and statistic. */
export function ChartFields({ layers, selected, fields = [], request, onChange }: ChartFieldsProps) {
  const { t } = useTranslation();
  const { layerId, kind, field, statistic, value, bin, inView, onlySelected = false } = request;
  const measures = fields.filter(isMeasure);
  const fieldLabels = {
    bar: t('charts.categories'),
    pie: t('charts.categories'),
    line: t('charts.time'),
    histogram: t('charts.field'),
    scatter: t('charts.horizontal'),
    gauge: '',
    number: '',
  };
  const hasStatistic = kind !== 'histogram' && kind !== 'scatter';
  // Slices show shares, so only sums and counts make sense.
  const statistics = kind === 'pie' ? (['count', 'sum'] as const) : chartStatistics;
  return (
    <>
      <WideChoice label={t('charts.layer')} value={layerId} onChange={(id) => onChange({ layerId: id })}>
        {layers.map(({ id, title }) => [id, title || t('layers.untitled')])}
      </WideChoice>
      <WideChoice
        label={t('charts.kind')}
        value={kind}
        onChange={(one) => onChange({ kind: one as ChartKind })}
      >
        {chartKinds.map((one) => [one, t(`charts.kind.${one}`)])}
      </WideChoice>
      {!isSingle(kind) && (
        <WideChoice
          label={fieldLabels[kind]}
          value={field ?? ''}
          onChange={(name) => onChange({ field: name })}
        >
          {fields.filter((one) => fitsChart(kind, one)).map(({ name, title }) => [name, title])}
        </WideChoice>
      )}
      {kind === 'line' && (
        <WideChoice
          label={t('charts.bin')}
          value={bin ?? 'auto'}
          onChange={(one) => onChange({ bin: chartBins.find((each) => each === one) })}
        >
          {(['auto', ...chartBins] as const).map((one) => [one, t(`charts.bin.${one}`)])}
        </WideChoice>
      )}
      {hasStatistic && (
        <WideChoice
          label={t('charts.statistic')}
          value={statistic}
          onChange={(one) => onChange({ statistic: one as ChartStatistic })}
        >
          {statistics
            .filter((one) => one === 'count' || measures.length > 0)
            .map((one) => [one, t(`charts.statistic.${one}`)])}
        </WideChoice>
      )}
      {(kind === 'scatter' || (hasStatistic && statistic !== 'count')) && (
        <WideChoice
          label={t(kind === 'scatter' ? 'charts.vertical' : 'charts.value')}
          value={value ?? ''}
          onChange={(name) => onChange({ value: name })}
        >
          {measures.map(({ name, title }) => [name, title])}
        </WideChoice>
      )}
      <FormControlLabel
        control={<Switch checked={inView} onChange={(_event, checked) => onChange({ inView: checked })} />}
        label={t('charts.inView')}
      />
      {(selected > 0 || onlySelected) && (
        <FormControlLabel
          control={
            <Switch
              checked={onlySelected && selected > 0}
              disabled={selected === 0}
              onChange={(_event, checked) => onChange({ onlySelected: checked })}
            />
          }
          label={t('charts.onlySelected')}
        />
      )}
    </>
  );
}

const isCategory = ({ kind, choices }: LayerField) => choices !== undefined || kind === 'text';

/** The kind of chart that a layer begins with: bars, or a histogram where only names could be their categories. */
export function firstKind(fields: readonly LayerField[]): ChartKind {
  const onlyNames = fields.filter(isCategory).every(isNaming);
  return onlyNames && fields.some(isMeasure) ? 'histogram' : 'bar';
}

/** The request with fields that suit its kind: those that are chosen, or the first ones that do. */
export function completeRequest(request: ChartRequest, fields: readonly LayerField[]): ChartRequest {
  const { kind, statistic } = request;
  const suitable = fields.filter((field) => fitsChart(kind, field));
  // Codes and texts make better categories than numbers.
  const likely = kind === 'scatter' ? undefined : suitable.find(isCategory);
  const chosen = suitable.find(({ name }) => name === request.field) ?? likely ?? suitable[0];
  const measures = fields.filter(isMeasure);
  const needsValue = kind === 'scatter' || (kind !== 'histogram' && statistic !== 'count');
  const other = measures.find(({ name }) => name === request.value);
  const value = other ?? measures.find(({ name }) => name !== chosen?.name) ?? measures[0];
  const possible = statistic === 'count' || (kind === 'pie' ? statistic === 'sum' : true);
  return {
    ...request,
    statistic: possible && measures.length > 0 ? statistic : 'count',
    field: isSingle(kind) ? undefined : chosen?.name,
    value: needsValue ? value?.name : undefined,
  };
}
