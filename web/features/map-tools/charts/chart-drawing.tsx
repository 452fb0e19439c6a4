import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { Gauge } from '@mui/x-charts/Gauge';
import { LineChart } from '@mui/x-charts/LineChart';
import { PieChart } from '@mui/x-charts/PieChart';
import { ScatterChart } from '@mui/x-charts/ScatterChart';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import type { ChartData, ChartPart, ChartRequest, ChartSelection } from '../../../map/charts/charts.ts';
import type { ChartBin } from '../../../map/charts/date-bins.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import { PointValues, rounded, selectPart, usePartTitle, Values } from './chart-values.tsx';

export interface ChartDrawingProps {
  data: ChartData;
  request: ChartRequest;
  fields: readonly LayerField[];
  onSelect: (selection: ChartSelection) => void;
  /** Whether the list of values is open. */
  listed: boolean;
  onList: (listed: boolean) => void;
}

/** The chart, and its values as a list, which can be read and selected without a pointer. */
export function ChartDrawing(props: ChartDrawingProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { data, request } = props;
  if (data.kind === 'number')
    return (
      <Box sx={styles.number}>
        {request.kind === 'gauge' && <Dial {...props} data={data} />}
        <Typography sx={{ fontSize: 40, lineHeight: 1.2 }}>
          {data.value === undefined ? '–' : number(rounded(data.value))}
        </Typography>
        <Typography color="textSecondary">{statisticTitle(t, props)}</Typography>
      </Box>
    );
  if (data.kind === 'points') return <Points {...props} data={data} />;
  if (data.parts.length === 0 || data.parts.every(({ value }) => value === 0))
    return (
      <Typography color="textSecondary" sx={{ py: 4, textAlign: 'center' }}>
        {t('charts.empty')}
      </Typography>
    );
  return (
    <>
      {request.kind === 'pie' ? (
        <Slices {...props} parts={data.parts} others={data.others} />
      ) : request.kind === 'line' ? (
        <Line {...props} parts={data.parts} timeZone={data.timeZone} bin={data.bin} />
      ) : (
        <Bars {...props} parts={data.parts} timeZone={data.timeZone} />
      )}
      {data.others.count > 0 && request.kind !== 'pie' && (
        <Typography variant="caption" color="textSecondary" component="p">
          {t('charts.others', { count: data.others.count })}
        </Typography>
      )}
      <Values {...props} parts={data.parts} timeZone={data.timeZone} bin={data.bin} />
    </>
  );
}

type PartsProps = ChartDrawingProps & {
  parts: readonly ChartPart[];
  timeZone?: string | undefined;
  bin?: ChartBin | undefined;
};

/** Horizontal bars for categories, whose names are long, and vertical bars for ranges. */
function Bars({ parts, timeZone, request, onSelect, ...props }: PartsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { direction } = useTheme();
  const titleOf = usePartTitle(timeZone);
  const compact = useCompact();
  const color = usePrimary();
  const horizontal = request.kind === 'bar';
  const mirrored = direction === 'rtl';
  const names = { data: parts.map((_part, index) => `${index}`), scaleType: 'band' as const };
  const nameOf = (index: string) => titleOf(parts[Number(index)]);
  const amounts = {
    min: Math.min(0, ...parts.map(({ value }) => value)),
    valueFormatter: compact,
    tickNumber: 4,
  };
  const series = {
    data: parts.map(({ value }) => value),
    label: statisticTitle(t, { ...props, request }),
    valueFormatter: (value: number | null) => number(rounded(value ?? 0)),
  };
  return (
    <BarChart
      layout={horizontal ? 'horizontal' : 'vertical'}
      height={horizontal ? 48 + 28 * parts.length : 240}
      hideLegend
      colors={[color]}
      margin={{ left: 0, right: 12, top: 8, bottom: 0 }}
      xAxis={[
        horizontal
          ? { ...amounts, reverse: mirrored }
          : {
              ...names,
              valueFormatter: nameOf,
              tickLabelInterval: (_name: string, index) => index % 3 === 0,
            },
      ]}
      yAxis={[
        horizontal
          ? { ...names, valueFormatter: nameOf, width: 110, position: mirrored ? 'right' : 'left' }
          : { ...amounts, width: 44 },
      ]}
      series={[series]}
      onItemClick={(_event, { dataIndex }) => selectPart(parts[dataIndex], onSelect)}
    />
  );
}

/** A value for each step of time; a click selects the features of the nearest step. */
function Line({ parts, bin, timeZone, request, onSelect, ...props }: PartsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { direction } = useTheme();
  const titleOf = usePartTitle(timeZone, bin);
  const compact = useCompact();
  const color = usePrimary();
  const mirrored = direction === 'rtl';
  return (
    <LineChart
      height={260}
      hideLegend
      colors={[color]}
      margin={{ left: 0, right: mirrored ? 0 : 16, top: 8, bottom: 0 }}
      xAxis={[
        {
          data: parts.map((_part, index) => index),
          scaleType: 'point',
          valueFormatter: (index: number) => titleOf(parts[index]),
          tickInterval: (_index: number, at: number) => at % Math.ceil(parts.length / 4) === 0,
          reverse: mirrored,
        },
      ]}
      yAxis={[{ valueFormatter: compact, width: 44, tickNumber: 4, position: mirrored ? 'right' : 'left' }]}
      series={[
        {
          data: parts.map(({ value }) => value),
          label: statisticTitle(t, { ...props, request }),
          showMark: parts.length <= 40,
          curve: 'linear',
          valueFormatter: (value: number | null) => number(rounded(value ?? 0)),
        },
      ]}
      onAxisClick={(_event, axis) => selectPart(parts[axis?.dataIndex ?? -1], onSelect)}
    />
  );
}

type DialProps = ChartDrawingProps & { data: Extract<ChartData, { kind: 'number' }> };

/** A number on a half circle, with the ends of the scale. */
function Dial({ data: { value, scale }, ...props }: DialProps) {
  const { t } = useTranslation();
  const compact = useCompact();
  const [least, most] = scale ?? [0, 0];
  return (
    <Box sx={{ width: 220 }}>
      <Gauge
        width={220}
        height={120}
        value={value ?? null}
        valueMin={least}
        valueMax={Math.max(most, least + Number.EPSILON)}
        startAngle={-90}
        endAngle={90}
        innerRadius="72%"
        text=""
        title={statisticTitle(t, props)}
      />
      <Box sx={{ display: 'flex', justifyContent: 'space-between', px: 1 }} dir="ltr">
        <Typography variant="caption" color="textSecondary">
          {compact(least)}
        </Typography>
        <Typography variant="caption" color="textSecondary">
          {compact(most)}
        </Typography>
      </Box>
    </Box>
  );
}

type SlicesProps = PartsProps & { others: { count: number; value: number } };

/** Slices of a pie; categories that are not shown are one grey slice. */
function Slices({ parts, others, onSelect }: SlicesProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const theme = useTheme();
  const titleOf = usePartTitle(undefined);
  return (
    <PieChart
      height={300}
      margin={{ left: 8, right: 8, top: 8, bottom: 8 }}
      series={[
        {
          data: [
            ...parts.map((part, id) => ({ id, value: Math.max(0, part.value), label: titleOf(part) })),
            ...(others.count > 0
              ? [
                  {
                    id: 'others',
                    value: Math.max(0, others.value),
                    label: t('charts.rest', { number: number(others.count) }),
                    color: theme.palette.grey[500],
                  },
                ]
              : []),
          ],
          valueFormatter: ({ value }) => number(rounded(value)),
          innerRadius: '45%',
        },
      ]}
      slotProps={{
        legend: { direction: 'horizontal', position: { vertical: 'bottom', horizontal: 'center' } },
      }}
      onItemClick={(_event, { dataIndex }) => selectPart(parts[dataIndex], onSelect)}
    />
  );
}

type PointsProps = ChartDrawingProps & { data: Extract<ChartData, { kind: 'points' }> };

function Points({ data: { points, total }, request, fields, onSelect, ...list }: PointsProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const compact = useCompact();
  const color = usePrimary();
  const titleOf = (name: string | undefined) => fields.find((field) => field.name === name)?.title ?? '';
  if (points.length === 0)
    return (
      <Typography color="textSecondary" sx={{ py: 4, textAlign: 'center' }}>
        {t('charts.empty')}
      </Typography>
    );
  return (
    <>
      <ScatterChart
        height={280}
        hideLegend
        colors={[color]}
        margin={{ left: 0, right: 12, top: 8, bottom: 0 }}
        xAxis={[{ label: titleOf(request.field), valueFormatter: compact, tickNumber: 4 }]}
        yAxis={[{ label: titleOf(request.value), valueFormatter: compact, width: 64 }]}
        series={[
          {
            data: points.map(({ x, y, objectId }) => ({ x, y, id: objectId })),
            markerSize: 3,
            valueFormatter: (point) =>
              point ? `${number(rounded(point.x))}, ${number(rounded(point.y))}` : '',
          },
        ]}
        onItemClick={(_event: unknown, { dataIndex }: { dataIndex?: number }) => {
          const point = points[dataIndex ?? -1];
          if (point) onSelect({ objectIds: [point.objectId] });
        }}
      />
      {points.length < total && (
        <Typography variant="caption" color="textSecondary" component="p">
          {t('charts.points', { count: total, shown: number(points.length), total: number(total) })}
        </Typography>
      )}
      <PointValues
        points={points}
        titles={[titleOf(request.field), titleOf(request.value)]}
        onSelect={onSelect}
        {...list}
      />
    </>
  );
}

/** Short numbers for axes, such as 20K. */
function useCompact(): (value: number) => string {
  const { formats } = useLanguage();
  const { format } = new Intl.NumberFormat(formats, { notation: 'compact' });
  return (value) => format(value);
}

function usePrimary(): string {
  const theme = useTheme();
  return theme.vars?.palette.primary.main ?? theme.palette.primary.main;
}

/** The name of the values, such as “Average: Height”. */
export function statisticTitle(
  t: TFunction,
  { request: { statistic, value }, fields }: Pick<ChartDrawingProps, 'request' | 'fields'>,
): string {
  const title = t(`charts.statistic.${statistic}`);
  const field = fields.find(({ name }) => name === value)?.title;
  return statistic === 'count' || !field ? title : `${title}: ${field}`;
}

const styles = {
  number: { display: 'grid', justifyItems: 'center', py: 4, textAlign: 'center' },
} as const;
