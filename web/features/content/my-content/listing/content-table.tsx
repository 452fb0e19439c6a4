import Checkbox from '@mui/material/Checkbox';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { itemTypeName, useFormats, useItemTexts } from '../../../../i18n/index.ts';
import { radii } from '../../../../ui/sizes.ts';
import { ItemMenu } from './item-menu.tsx';
import type { ItemTask } from './use-item-tasks.ts';
import { InFolder, ItemTitle } from './item-title.tsx';

export interface ContentListProps {
  items: readonly PortalItem[];
  /** Title of an item's folder, where it is shown. */
  folderOf: (item: PortalItem) => string | undefined;
  selection: Selection;
  onTask: (task: ItemTask, items: readonly PortalItem[]) => void;
}

/** Items as table rows: checkbox, title, type, access, and an actions menu. */
export function ContentTable({ items, folderOf, selection, onTask }: ContentListProps) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { date } = useFormats();
  return (
    <TableContainer component={Paper} variant="outlined" sx={{ borderRadius: radii.card }}>
      <Table aria-label={t('content.title')}>
        <TableHead>
          <TableRow>
            <TableCell padding="checkbox">
              <Checkbox
                checked={selection.all}
                indeterminate={selection.some && !selection.all}
                onChange={selection.toggleAll}
                slotProps={{ input: { 'aria-label': t('content.selectAll') } }}
              />
            </TableCell>
            <TableCell>{t('content.name')}</TableCell>
            <TableCell>{t('content.type')}</TableCell>
            <TableCell>{t('content.access')}</TableCell>
            <TableCell align="right">{t('content.changed')}</TableCell>
            <TableCell padding="checkbox" />
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map((item) => (
            <TableRow
              key={item.id}
              hover
              selected={selection.has(item.id)}
              sx={{ '&:last-child > *': { border: 0 } }}
            >
              <TableCell padding="checkbox">
                <Checkbox
                  checked={selection.has(item.id)}
                  onChange={() => selection.toggle(item.id)}
                  slotProps={{
                    input: { 'aria-label': t('content.select', { title: titleOf(item) }) },
                  }}
                />
              </TableCell>
              <TableCell component="th" scope="row" sx={{ py: 1 }}>
                <ItemTitle item={item}>
                  <InFolder title={folderOf(item)} />
                </ItemTitle>
              </TableCell>
              <TableCell>{itemTypeName(t, item.type)}</TableCell>
              <TableCell>{t(`map.access.${item.access}`)}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {date(item.modified)}
              </TableCell>
              <TableCell padding="checkbox">
                <ItemMenu item={item} onTask={(task) => onTask(task, [item])} />
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

/** The selected items among the visible ones. */
export interface Selection {
  ids: readonly string[];
  has: (id: string) => boolean;
  all: boolean;
  some: boolean;
  toggle: (id: string) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** Selects among the visible items; items that are no longer visible are deselected. */
export function useSelection(visible: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = visible.filter((id) => chosen.has(id));
  return {
    ids,
    has: (id) => ids.includes(id),
    all: ids.length > 0 && ids.length === visible.length,
    some: ids.length > 0,
    toggle: (id) => setChosen(new Set(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])),
    toggleAll: () => setChosen(new Set(ids.length === visible.length ? [] : visible)),
    clear: () => setChosen(new Set()),
  };
}
