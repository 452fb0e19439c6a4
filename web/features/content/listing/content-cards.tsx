import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Paper from '@mui/material/Paper';
import { useTranslation } from 'react-i18next';
import { FactLine } from '../../../ui/fact-line.tsx';
import { itemTypeName, useFormats } from '../../languages/index.ts';
import type { ContentListProps } from './content-table.tsx';
import { InFolder } from './in-folder.tsx';
import { ItemMenu } from './item-menu.tsx';
import { ItemTitle } from './item-title.tsx';

/** Items one below the other, for narrow screens. */
export function ContentCards({ items, folderOf, selection, onTask }: ContentListProps) {
  const { t } = useTranslation();
  const { date } = useFormats();
  return (
    <>
      <FormControlLabel
        control={
          <Checkbox
            checked={selection.all}
            indeterminate={selection.some && !selection.all}
            onChange={selection.toggleAll}
          />
        }
        label={t('content.selectAll')}
        sx={{ justifySelf: 'start', mx: '1px', my: -1 }}
      />
      <Box component="ul" aria-label={t('content.title')} sx={{ display: 'grid', gap: 1, m: 0, p: 0 }}>
        {items.map((item) => (
          <Paper
            key={item.id}
            component="li"
            variant="outlined"
            sx={{ display: 'flex', alignItems: 'center', borderRadius: '12px', py: 1 }}
          >
            <Checkbox
              checked={selection.has(item.id)}
              onChange={() => selection.toggle(item.id)}
              slotProps={{
                input: { 'aria-label': t('content.select', { title: item.title || t('map.untitled') }) },
              }}
            />
            <Box sx={{ flex: 1, minWidth: 0 }}>
              <ItemTitle item={item}>
                <FactLine>
                  {itemTypeName(t, item.type)}
                  {t(`map.access.${item.access}`)}
                  {date(item.modified)}
                </FactLine>
                <InFolder title={folderOf(item)} />
              </ItemTitle>
            </Box>
            <ItemMenu item={item} onTask={(task) => onTask(task, [item])} />
          </Paper>
        ))}
      </Box>
    </>
  );
}
