import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Button from '@mui/material/Button';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { type ReactNode, useState } from 'react';
import { listPart } from './long-list.tsx';
import { radii, sizes } from './sizes.ts';

export interface ChartValuesProps {
  /** The text of the button that opens the values. */
  label: string;
  /** Whether the values are open; without it, the box opens and closes by itself. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
  children: ReactNode;
}

/** The values of a chart below it, closed at first: what the chart shows, for those who cannot read a chart. */
export function ChartValues({ label, open, onOpen, children }: ChartValuesProps) {
  return (
    <Accordion
      disableGutters
      variant="outlined"
      {...(open === undefined ? {} : { expanded: open })}
      onChange={(_event, next) => onOpen?.(next)}
      slotProps={{ transition: { unmountOnExit: true } }}
      sx={styles.values}
    >
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: sizes.touch }}>
        {label}
      </AccordionSummary>
      <AccordionDetails sx={{ p: 0 }}>{children}</AccordionDetails>
    </Accordion>
  );
}

export interface ValuesTableProps<Row> {
  /** The name of the table. */
  label: string;
  /** Headings of the two columns, where the values need them. */
  columns?: readonly [string, string];
  rows: readonly Row[];
  keyOf: (row: Row) => string | number;
  /** What the first cell shows: the name of the row, or a button that selects it. */
  renderName: (row: Row) => ReactNode;
  valueOf: (row: Row) => string;
  moreLabel: string;
}

/** Named values as a table, 50 rows at a time. */
export function ValuesTable<Row>({
  label,
  columns,
  rows,
  keyOf,
  renderName,
  valueOf,
  moreLabel,
}: ValuesTableProps<Row>) {
  const [parts, setParts] = useState(1);
  const shown = rows.slice(0, parts * listPart);
  return (
    <>
      <Table size="small" aria-label={label}>
        {columns && (
          <TableHead>
            <TableRow>
              {columns.map((title, column) => (
                // oxlint-disable-next-line react/no-array-index-key -- both columns may have the same heading
                <TableCell key={column} sx={styles.cell}>
                  {title}
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
        )}
        <TableBody>
          {shown.map((row) => (
            <TableRow key={keyOf(row)} hover>
              <TableCell component="th" scope="row" sx={{ ...styles.cell, ...styles.number }}>
                {renderName(row)}
              </TableCell>
              <TableCell sx={{ ...styles.cell, ...styles.number }}>{valueOf(row)}</TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
      {shown.length < rows.length && (
        <Button fullWidth onClick={() => setParts(parts + 1)} sx={{ minHeight: sizes.touch }}>
          {moreLabel}
        </Button>
      )}
    </>
  );
}

const styles = {
  values: { mt: 1, borderRadius: radii.control, '&::before': { display: 'none' } },
  cell: { px: 2, overflowWrap: 'anywhere' },
  number: { fontVariantNumeric: 'tabular-nums', fontWeight: 400 },
} as const;
