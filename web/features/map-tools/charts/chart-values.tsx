import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import ListItemButton from '@mui/material/ListItemButton';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats, useLanguage } from '../../../i18n/index.ts';
import type { ChartPart, ChartPoint, ChartSelection } from '../../../map/charts/charts.ts';
import type { ChartBin } from '../../../map/charts/date-bins.ts';
import { listPart } from '../../../ui/long-list.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';

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
export function Values({ parts, timeZone, bin, onSelect, ...box }: ValuesProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const titleOf = usePartTitle(timeZone, bin);
  return (
    <ValuesBox {...box}>
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
    </ValuesBox>
  );
}

interface PointValuesProps extends BoxProps {
  points: readonly ChartPoint[];
  /** Of the horizontal and the vertical axis. */
  titles: readonly [string, string];
  onSelect: (selection: ChartSelection) => void;
}

/** The points of a scatter plot as a table, from left to right, a part at a time. */
export function PointValues({ points, titles, onSelect, ...box }: PointValuesProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const [parts, setParts] = useState(1);
  const sorted = points.toSorted((one, other) => one.x - other.x || one.y - other.y);
  const shown = sorted.slice(0, parts * listPart);
  return (
    <ValuesBox {...box}>
      <Table size="small" aria-label={t('charts.values')}>
        <TableHead>
          <TableRow>
            {titles.map((title, axis) => (
              // oxlint-disable-next-line react/no-array-index-key -- both axes may show the same field
              <TableCell key={axis} sx={styles.cell}>
                {title}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {shown.map(({ x, y, objectId }) => (
            <TableRow key={objectId} hover>
              <TableCell sx={styles.cell}>
                <Button
                  color="inherit"
                  onClick={() => onSelect({ objectIds: [objectId] })}
                  sx={{ ...styles.number, minHeight: sizes.touch, mx: -1 }}
                >
                  {number(rounded(x))}
                </Button>
              </TableCell>
              <TableCell sx={{ ...styles.cell, ...styles.number }}>{number(rounded(y))}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {shown.length < sorted.length && (
        <Button fullWidth onClick={() => setParts(parts + 1)} sx={{ minHeight: sizes.touch }}>
          {t('app.showMore')}
        </Button>
      )}
    </ValuesBox>
  );
}

function ValuesBox({ listed, onList, children }: BoxProps & { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <Accordion
      disableGutters
      variant="outlined"
      expanded={listed}
      onChange={(_event, open) => onList(open)}
      slotProps={{ transition: { unmountOnExit: true } }}
      sx={styles.values}
    >
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: sizes.touch }}>
        {t('charts.values')}
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>{children}</AccordionDetails>
    </Accordion>
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

const styles = {
  values: { mt: 1, borderRadius: radii.control, '&::before': { display: 'none' } },
  cell: { px: 2, overflowWrap: 'anywhere' },
  number: { fontVariantNumeric: 'tabular-nums', fontWeight: 400 },
} as const;
