import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useApplicationContext } from '../../context/application-context.ts';
import { itemThumbnail } from '../../portal/thumbnails.ts';
import { Thumbnail } from '../../ui/thumbnail.tsx';
import { itemTypeName, useFormats } from '../languages/index.ts';
import { AccessChip } from './access-chip.tsx';
import { AttentionChip } from './attention-chip.tsx';
import type { GalleryItemsProps } from './gallery-cards.tsx';
import { ItemButtons } from './item-buttons.tsx';
import { ItemLink } from './item-link.tsx';
import { opensInViewer } from './item-address.ts';
import { latestMaps, useMapChecks } from './use-map-checks.ts';

/** Items as rows: more of them at once, with their summaries. */
export function GalleryList({ items, actions, onMapIntent }: GalleryItemsProps) {
  const { t } = useTranslation();
  const { connection } = useApplicationContext();
  const { ago, number } = useFormats();
  const checks = useMapChecks(latestMaps(items));
  return (
    <Paper component="ul" variant="outlined" sx={styles.list}>
      {items.map((item) => (
        <Box
          component="li"
          key={item.id}
          sx={styles.row}
          {...(opensInViewer(item) && { onPointerEnter: onMapIntent, onFocus: onMapIntent })}
        >
          <Thumbnail address={itemThumbnail(connection, item, 200)} width={96} />
          <Box sx={styles.words}>
            <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
              <Typography variant="h3" component="h2" sx={styles.title}>
                <ItemLink item={item}>{item.title || t('map.untitled')}</ItemLink>
              </Typography>
              <AccessChip access={item.access} />
              <AttentionChip check={checks.get(item.id)} />
            </Box>
            {item.snippet && (
              <Typography noWrap sx={{ display: { xs: 'none', sm: 'block' } }}>
                <bdi>{item.snippet}</bdi>
              </Typography>
            )}
            <Typography variant="body2" color="textSecondary" sx={styles.facts}>
              {[
                ...(opensInViewer(item) ? [] : [itemTypeName(t, item.type)]),
                t('map.by', { owner: item.owner }),
                t('map.changed', { when: ago(item.modified) }),
                t('gallery.views', { views: number(item.numViews ?? 0) }),
              ].join(' · ')}
            </Typography>
          </Box>
          <Box sx={styles.buttons}>
            <ItemButtons item={item} actions={actions} />
          </Box>
        </Box>
      ))}
    </Paper>
  );
}

const styles = {
  list: { m: 0, p: 0, listStyle: 'none', borderRadius: '12px', overflow: 'hidden' },
  row: {
    position: 'relative',
    display: 'flex',
    alignItems: 'center',
    flexWrap: { xs: 'wrap', sm: 'nowrap' },
    columnGap: 2,
    p: 1,
    '&:not(:last-child)': { borderBottom: 1, borderColor: 'divider' },
    '&:hover': { backgroundColor: 'action.hover' },
    '&:has(a:focus-visible)': { outline: '2px solid var(--mui-palette-primary-mark)', outlineOffset: -2 },
    '& > span': { borderRadius: 1 },
    a: { color: 'text.primary', textDecoration: 'none' },
    'a:focus-visible': { outline: 'none' },
    'a::after': { content: '""', position: 'absolute', inset: 0 },
  },
  // On phones the buttons stand in a row below: a title needs the width.
  words: { flex: { xs: '1 1 calc(100% - 112px)', sm: 1 }, minWidth: 0 },
  title: { overflowWrap: 'anywhere' },
  facts: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: { sm: 'nowrap' } },
  buttons: {
    display: 'flex',
    flexShrink: 0,
    marginInlineStart: 'auto',
    '& button': { position: 'relative', zIndex: 1 },
  },
} as const;
