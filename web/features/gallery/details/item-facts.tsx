import { styled } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { itemTypeName, useFormats } from '../../languages/index.ts';

/** Owner, dates, views, rating, comments and size of an item. */
export function ItemFacts({ item }: { item: PortalItem }) {
  const { t } = useTranslation();
  const { date, number, bytes } = useFormats();
  const rating =
    item.numRatings && item.avgRating !== undefined
      ? t('gallery.details.rating.of', { rating: number(item.avgRating), ratings: number(item.numRatings) })
      : t('gallery.details.rating.none');
  const facts: [string, string][] = [
    [t('gallery.type'), itemTypeName(t, item.type)],
    [t('gallery.details.owner'), item.owner],
    [t('gallery.details.created'), date(item.created)],
    [t('gallery.details.modified'), date(item.modified)],
    [t('gallery.details.views'), number(item.numViews ?? 0)],
    [t('gallery.details.rating'), rating],
    [t('gallery.details.comments'), number(item.numComments ?? 0)],
    // Services have no data of their own, and some portals say -1 for what they do not know.
    ...(item.size !== undefined && item.size > 0
      ? [[t('gallery.details.size'), bytes(item.size)] as [string, string]]
      : []),
  ];
  return (
    <Facts>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </Facts>
  );
}

const Facts = styled('dl')(({ theme }) => ({
  margin: 0,
  '& > div': { display: 'flex', gap: 16, paddingBlock: 4 },
  '& > div:not(:last-child)': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& dt': { flex: '0 0 40%', color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, minWidth: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
}));
