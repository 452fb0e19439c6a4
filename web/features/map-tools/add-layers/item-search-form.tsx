import Add from '@mui/icons-material/Add';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import SearchOff from '@mui/icons-material/SearchOff';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import IconButton from '@mui/material/IconButton';
import Skeleton from '@mui/material/Skeleton';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../context/application-context.ts';
import { type AddedLayer, addItem } from '../../../map/add/add-layers.ts';
import { useMapModel, useMapState } from '../../../map/map-model.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { nextPage, searchItems } from '../../../portal/search-items.ts';
import { searchText } from '../../../../wire/search-text.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { Thumbnail } from '../../../ui/map-card.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { itemTypeName, useItemTexts } from '../../../i18n/index.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useRun } from '../../../ui/use-run.ts';
import { ClosedHost, closedHostOf } from './closed-host.tsx';

/** Items that become layers. */
const types = [
  'Feature Service',
  'Map Service',
  'Image Service',
  'Vector Tile Service',
  'WMS',
  'WMTS',
  'WFS',
  'OGCFeatureServer',
  'GeoJson',
  'KML',
  'CSV',
  'Feature Collection',
];
const layersOnly = `(${types.map((type) => `type:"${type}"`).join(' OR ')})`;

export interface ItemSearchFormProps {
  typedBefore?: string;
  onAdded: (layer: AddedLayer) => void;
}

/** Layers of the portal, searched while typing. */
export function ItemSearchForm({ typedBefore = '', onAdded }: ItemSearchFormProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { user, signIn } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const [typed, setTyped] = useState(typedBefore);
  const [here, setHere] = useState(false);
  const shown = useMapState(({ area }) => area);
  const area = here ? shown : undefined;
  const words = searchText(typed);
  const found = useInfiniteQuery({
    queryKey: personKeys(connection, who).layerItems(words, area),
    queryFn: ({ pageParam, signal }) =>
      searchItems(
        connection,
        {
          q: words ? `${layersOnly} AND (${words})` : layersOnly,
          start: pageParam,
          ...(area && { bbox: area }),
          ...(!words && { sortField: 'title' }),
        },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: nextPage,
    enabled: known,
    placeholderData: keepPreviousData,
  });
  const items = found.data?.pages.flatMap(({ results }) => results) ?? [];
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <TextField
        type="search"
        size="small"
        label={t('add.search')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {shown && (
        <FormControlLabel
          control={<Switch checked={here} onChange={(event) => setHere(event.target.checked)} />}
          label={t('add.search.here')}
          sx={{ minHeight: sizes.touch, marginInlineStart: 0 }}
        />
      )}
      {found.isPending &&
        [1, 2, 3].map((row) => <Skeleton key={row} variant="rounded" height={56} animation={false} />)}
      {found.error && (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={<ErrorMessage error={found.error} />}
          action={
            !user && needsSignIn(found.error) ? (
              <Button variant="contained" onClick={() => void signIn()}>
                {t('session.signIn')}
              </Button>
            ) : (
              <Button onClick={() => void found.refetch()}>{t('app.tryAgain')}</Button>
            )
          }
        />
      )}
      {found.data && items.length === 0 && (
        <StateMessage
          icon={<SearchOff />}
          title={t('add.search.none')}
          action={
            (typed !== '' || here) && (
              <Button onClick={() => (setTyped(''), setHere(false))}>{t('add.search.all')}</Button>
            )
          }
        />
      )}
      <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
        {items.map((item) => (
          <ItemRow key={item.id} item={item} typed={typed} onAdded={onAdded} />
        ))}
      </Box>
      {found.hasNextPage && (
        <Button loading={found.isFetchingNextPage} onClick={() => void found.fetchNextPage()}>
          {t('app.showMore')}
        </Button>
      )}
    </Box>
  );
}

interface ItemRowProps {
  item: PortalItem;
  /** The search text. */
  typed: string;
  onAdded: (layer: AddedLayer) => void;
}

function ItemRow({ item, typed, onAdded }: ItemRowProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const model = useMapModel();
  const { busy, error, run } = useRun();
  const [closed, setClosed] = useState<string>();
  const { titleOf } = useItemTexts();
  const add = async () => {
    if (!model) return;
    const host = closedHostOf(item.url ?? '');
    setClosed(host);
    if (!host) await run(async () => onAdded(await addItem(model, item.id)));
  };
  return (
    <Box component="li" sx={styles.item}>
      <Box sx={styles.row}>
        <Thumbnail address={itemThumbnail(connection, item, 200)} width={72} />
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography noWrap title={titleOf(item)}>
            {titleOf(item)}
          </Typography>
          {error === undefined ? (
            <Typography variant="caption" color="textSecondary" noWrap component="p">
              {itemTypeName(t, item.type)} · {item.owner}
            </Typography>
          ) : (
            <Typography variant="caption" color="error" role="alert" component="p">
              <ErrorMessage error={error} />
            </Typography>
          )}
        </Box>
        <IconButton
          loading={busy}
          aria-label={t('add.addItem', { title: titleOf(item) })}
          onClick={() => void add()}
          sx={{ width: sizes.touch, height: sizes.touch }}
        >
          <Add />
        </IconButton>
      </Box>
      {closed && <ClosedHost host={closed} typed={{ form: 'portal', text: typed }} />}
    </Box>
  );
}

const styles = {
  item: { overflow: 'hidden', border: 1, borderColor: 'divider', borderRadius: radii.card },
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    paddingInlineEnd: 0.5,
    '& svg': { fontSize: '1.25rem' },
  },
} as const;
