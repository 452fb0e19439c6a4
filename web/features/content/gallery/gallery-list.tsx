import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { useFullNames } from '../../../context/use-full-names.ts';
import { opensInViewer } from '../../../context/addresses.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { FactLine, Thumbnail } from '../../../ui/map-card.tsx';
import { itemTypeName, useFormats, useItemTexts } from '../../../i18n/index.ts';
import { AccessChip } from './access-chip.tsx';
import { AttentionChip } from './attention-chip.tsx';
import { type GalleryItemsProps, ItemLink, latestMaps } from './gallery-cards.tsx';
import { ItemButtons } from './item-buttons.tsx';
import { radii } from '../../../ui/sizes.ts';

/** Items as rows: more of them at once, with their summaries. */
export function GalleryList({ items, actions, onMapIntent }: GalleryItemsProps) {
  const { t } = useTranslation();
  const { titleOf, summaryOf } = useItemTexts();
  const { connection } = useConfiguration();
  const { ago, number } = useFormats();
  const maps = latestMaps(items);
  const fullName = useFullNames(items.map(({ owner }) => owner));
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
              <Typography variant="h3" component="h2" dir="auto" sx={styles.title}>
                <ItemLink item={item}>{titleOf(item)}</ItemLink>
              </Typography>
              <AccessChip access={item.access} />
              <AttentionChip id={item.id} maps={maps} />
            </Box>
            {summaryOf(item) && (
              <Typography noWrap dir="auto" sx={{ display: { xs: 'none', sm: 'block' } }}>
                {summaryOf(item)}
              </Typography>
            )}
            <FactLine>
              {itemTypeName(t, item.type)}
              {t('map.by', { owner: fullName(item.owner) })}
              {t('map.changed', { when: ago(item.modified) })}
            </FactLine>
          </Box>
          <Box sx={styles.foot}>
            <Typography variant="body2" color="textSecondary" noWrap sx={styles.views}>
              {t('gallery.views', { views: number(item.numViews ?? 0) })}
            </Typography>
            <ItemButtons item={item} actions={actions} />
          </Box>
        </Box>
      ))}
    </Paper>
  );
}

const styles = {
  list: { m: 0, p: 0, listStyle: 'none', borderRadius: radii.card, overflow: 'hidden' },
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
  // On phones views and buttons are in a row below, as on the cards, because the title needs the width.
  words: { flex: { xs: '1 1 calc(100% - 112px)', sm: 1 }, minWidth: 0 },
  title: { overflowWrap: 'anywhere' },
  views: { flex: 1, minWidth: 0, fontVariantNumeric: 'tabular-nums' },
  foot: {
    display: 'flex',
    alignItems: 'center',
    flex: { xs: '1 0 100%', sm: 'none' },
    columnGap: { sm: 1 },
    '& button': { position: 'relative', zIndex: 1 },
  },
} as const;
