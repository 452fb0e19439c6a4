import Box from '@mui/material/Box';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTheme } from '@mui/material/styles';
import { BarChart } from '@mui/x-charts/BarChart';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/index.ts';
import type { LayerFigures } from '../../../map/enrich/enrich.ts';
import { ChartValues, ValuesTable } from '../../../ui/chart-values.tsx';
import { radii } from '../../../ui/sizes.ts';

const statistics = ['sum', 'mean', 'min', 'max'] as const;

/** The figures of one layer: how many features, statistics of their numbers, and a chart of a category. */
export function Figures({ figures: { title, count, fields, categories } }: { figures: LayerFigures }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const heading = useId();
  const shortened = (value: number | undefined) =>
    value === undefined ? '–' : number(Number(value.toPrecision(6)));
  return (
    <Box
      component="section"
      aria-labelledby={heading}
      sx={{ border: 1, borderColor: 'divider', borderRadius: radii.control, p: 1.5, minWidth: 0 }}
    >
      <Typography
        id={heading}
        component="h3"
        variant="body2"
        color="textSecondary"
        sx={{ overflowWrap: 'anywhere' }}
      >
        <bdi>{title || t('layers.untitled')}</bdi>
      </Typography>
      <Typography sx={{ fontSize: 24, lineHeight: 1.3 }}>
        {t('enrich.count', { count, number: number(count) })}
      </Typography>
      {fields.length > 0 && (
        <TableContainer>
          <Table size="small">
            <TableHead>
              <TableRow>
                <TableCell sx={styles.name}>{t('enrich.field')}</TableCell>
                {statistics.map((one) => (
                  <TableCell key={one} align="right" sx={styles.cell}>
                    {t(`enrich.${one}`)}
                  </TableCell>
                ))}
              </TableRow>
            </TableHead>
            <TableBody>
              {fields.map((field) => (
                <TableRow key={field.name}>
                  <TableCell component="th" scope="row" sx={styles.name}>
                    <bdi>{field.title}</bdi>
                  </TableCell>
                  {statistics.map((one) => (
                    <TableCell key={one} align="right" sx={styles.cell}>
                      {shortened(field[one])}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </TableBody>
          </Table>
        </TableContainer>
      )}
      {categories.length > 0 && <Categories title={title || t('layers.untitled')} categories={categories} />}
    </Box>
  );
}

function Categories({ title, categories }: Pick<LayerFigures, 'title' | 'categories'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { direction, palette } = useTheme();
  const isMirrored = direction === 'rtl';
  const nameOf = (index: number) => categories[index]?.title || t('enrich.noValue');
  return (
    <>
      <BarChart
        title={title}
        layout="horizontal"
        height={40 + 28 * categories.length}
        hideLegend
        colors={[palette.primary.main]}
        margin={{ left: 0, right: 12, top: 8, bottom: 0 }}
        xAxis={[
          { min: 0, tickNumber: 4, reverse: isMirrored, valueFormatter: (value: number) => number(value) },
        ]}
        yAxis={[
          {
            // Two categories may have the same title.
            data: categories.map((_category, index) => index),
            valueFormatter: nameOf,
            scaleType: 'band',
            width: 110,
            position: isMirrored ? 'right' : 'left',
          },
        ]}
        series={[{ data: categories.map(({ count }) => count), label: t('enrich.title') }]}
      />
      <ChartValues label={t('charts.values')}>
        <ValuesTable
          label={title}
          rows={[...categories.keys()]}
          keyOf={(index) => index}
          renderName={(index) => <bdi>{nameOf(index)}</bdi>}
          valueOf={(index) => number(categories[index]?.count ?? 0)}
          moreLabel={t('app.showMore')}
        />
      </ChartValues>
    </>
  );
}

const styles = {
  name: { paddingInlineStart: 0, overflowWrap: 'anywhere', minWidth: 80 },
  cell: { paddingInline: 0.75, whiteSpace: 'nowrap' },
} as const;
