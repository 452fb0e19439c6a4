import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import type { ChartPart, ChartPoint, ChartSelection } from '../../../map/charts/charts.ts';
import type { ChartBin } from '../../../map/charts/date-bins.ts';
import { ChartValues, ValuesTable } from '../../../ui/chart-values.tsx';
import { sizes } from '../../../ui/sizes.ts';

interface BoxProps {
  /** Whether the values are open. */
  listed: boolean;
  onList: (listed: boolean) => void;
}

interface ValuesProps extends BoxProps {
  parts: readonly ChartPart[];
  timeZone?: string | undefined;
  bin?: ChartBin | undefined;
  onSelect: (selection: ChartSelection) => void;
}

/** The values of a chart's parts as a list. */
export function Values({ parts, timeZone, bin, onSelect, listed, onList }: ValuesProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const titleOf = usePartTitle(timeZone, bin);
  return (
    <ChartValues label={t('charts.values')} open={listed} onOpen={onList}>
      <List disablePadding aria-label={t('charts.values')}>
        {parts.map((part) => (
          <li key={part.where}>
            <ListItemButton onClick={() => selectPart(part, onSelect)} sx={{ gap: 2 }}>
              <Typography variant="body2" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
                <bdi>{titleOf(part)}</bdi>
              </Typography>
              <Typography variant="body2">{number(rounded(part.value))}</Typography>
            </ListItemButton>
          </li>
        ))}
      </List>
    </ChartValues>
  );
}

interface PointValuesProps extends BoxProps {
  points: readonly ChartPoint[];
  /** Of the horizontal and the vertical axis. */
  titles: readonly [string, string];
  onSelect: (selection: ChartSelection) => void;
}

/** The points of a scatter plot as a table, from left to right, a part at a time. */
export function PointValues({ points, titles, onSelect, listed, onList }: PointValuesProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  return (
    <ChartValues label={t('charts.values')} open={listed} onOpen={onList}>
      <ValuesTable
        label={t('charts.values')}
        columns={titles}
        rows={sorted}
        keyOf={({ objectId }) => objectId}
        renderName={({ x, objectId }) => (
          <Button
            color="inherit"
            onClick={() => onSelect({ objectIds: [objectId] })}
            sx={{ fontWeight: 400, minHeight: sizes.touch, mx: -1 }}
          >
            {number(rounded(x))}
          </Button>
        )}
        valueOf={({ y }) => number(rounded(y))}
        moreLabel={t('app.showMore')}
      />
    </ChartValues>
  );
}

export function selectPart(part: ChartPart | undefined, onSelect: ValuesProps['onSelect']): void {
  if (part) onSelect({ where: part.where });
}

/**
 * Titles of categories and ranges.
 * @param timeZone where dates are shown; undefined for other values
 */
export function usePartTitle(
  timeZone: string | undefined,
  bin?: ChartBin,
): (part: ChartPart | undefined) => string {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { formats } = useLanguage();
  const day = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeZone });
  const text = (value: number) => (timeZone ? day.format(value) : number(rounded(value)));
  const step = bin && new Intl.DateTimeFormat(formats, { ...stepFormats[bin], timeZone });
  return (part) => {
    if (step && part?.range) return step.format(part.range[0]);
    if (!part?.range) return part?.title || t('charts.missing');
    const [from, to] = part.range;
    return from === to ? text(from) : t('charts.range', { from: text(from), to: text(to) });
  };
}

const stepFormats = {
  hour: { dateStyle: 'medium', timeStyle: 'short' },
  day: { dateStyle: 'medium' },
  month: { year: 'numeric', month: 'short' },
  year: { year: 'numeric' },
} as const satisfies Record<ChartBin, Intl.DateTimeFormatOptions>;

/** Four significant digits of fractions. */
export function rounded(value: number): number {
  return Number.isInteger(value) ? value : Number(value.toPrecision(Math.abs(value) < 1000 ? 4 : 8));
}
