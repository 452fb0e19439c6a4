import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import MuiLink from '@mui/material/Link';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useConfiguration, useIdentity, usePortalIdentity } from '../../../../context/application-context.ts';
import { useFullNames } from '../../../../context/use-full-names.ts';
import { detailsStep, itemAddress, opensInViewer } from '../../../../context/addresses.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { itemTypeName, loadMessages, useFormats, useItemTexts } from '../../../../i18n/index.ts';
import { isApplication } from '../../../../portal/applications.ts';
import { loadItems, loadMapLayers } from '../../../../portal/item-details.ts';
import type { PortalItem } from '../../../../portal/portal-types.ts';
import { personKeys } from '../../../../portal/query-keys.ts';
import { itemThumbnail } from '../../../../portal/thumbnails.ts';
import { Thumbnail } from '../../../../ui/map-card.tsx';
import { radii, targetLink } from '../../../../ui/sizes.ts';
import { AccessChip } from '../access-chip.tsx';
import type { GalleryActions } from '../gallery-actions.ts';
import { ItemButtons } from '../item-buttons.tsx';
import { useMapCheck } from '../attention-chip.tsx';
import { ApplicationTab } from './application/application-tab.tsx';
import { hasComments } from './comments/has-comments.ts';
import { DetailsTabs, type DetailsTab } from './details-tabs.tsx';
import { NarrowLayers } from './narrow-layers.tsx';
import { Part } from './part.tsx';
import { UsedBy } from './used-by.tsx';
import { RichText } from './rich-text.tsx';
import { DataTab } from './service/data-tab.tsx';
import { SettingsTab } from './service/settings-tab.tsx';
import { DownloadButton } from './service/download-dialog.tsx';
import { FormButton } from './service/form-button.tsx';
import { serviceAddress } from './service/use-service.tsx';

/**
 * The names of a web map's layers, read from its document without requesting their services; those with an item of
 * their own link to it.
 */
function MapLayers({ item }: { item: PortalItem }) {
  const { id } = item;
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const { data, error, refetch } = useQuery({
    queryKey: personKeys(connection, who).itemLayers(id),
    queryFn: ({ signal }) => loadMapLayers(connection, id, signal),
    enabled: known,
  });
  const ids = [...new Set(data?.flatMap(({ itemId }) => itemId ?? []))].toSorted();
  const uses = useQuery({
    queryKey: personKeys(connection, who).itemsById(ids),
    queryFn: ({ signal }) => loadItems(connection, ids, signal),
    enabled: ids.length > 0,
  });
  if (error) {
    return (
      <Typography role="alert" color="textSecondary">
        {t('gallery.details.layers.error')}: <ErrorMessage error={error} />{' '}
        <Button size="small" onClick={() => void refetch()}>
          {t('app.tryAgain')}
        </Button>
      </Typography>
    );
  }
  if (!data) return <Skeleton width="60%" />;
  if (data.length === 0) {
    return <Typography color="textSecondary">{t('gallery.details.layers.none')}</Typography>;
  }
  return (
    <>
      <Names>
        {data.map(({ title, url, itemId }, index) => {
          const name = <bdi>{title || t('gallery.details.layers.untitled')}</bdi>;
          const found = uses.data?.find((each) => each.id === itemId);
          return (
            <li key={`${index} ${url}`}>
              {found ? (
                <MuiLink component={Link} to={itemAddress(org, found)} state={detailsStep}>
                  {name}
                </MuiLink>
              ) : (
                name
              )}
            </li>
          );
        })}
      </Names>
      {uses.data && <NarrowLayers map={item} layers={uses.data} />}
    </>
  );
}

const Names = styled('ul')({
  margin: 0,
  paddingInlineStart: 20,
  overflowWrap: 'anywhere',
  '& a': targetLink,
});

/** Owner, dates, views, rating, comments and size of an item. */
function ItemFacts({ item }: { item: PortalItem }) {
  const { t } = useTranslation();
  const { date, number, bytes } = useFormats();
  const { portal } = useIdentity();
  const fullName = useFullNames([item.owner])(item.owner);
  const rating =
    item.numRatings && item.avgRating !== undefined
      ? t('gallery.details.rating.of', { rating: number(item.avgRating), ratings: number(item.numRatings) })
      : t('gallery.details.rating.none');
  const facts: [string, string][] = [
    [t('gallery.type'), itemTypeName(t, item.type)],
    [t('gallery.details.owner'), fullName === item.owner ? fullName : `${fullName} (${item.owner})`],
    [t('gallery.details.created'), date(item.created)],
    [t('gallery.details.modified'), date(item.modified)],
    [t('gallery.details.views'), number(item.numViews ?? 0)],
    // An organisation can turn off both.
    ...(portal?.commentsEnabled === false
      ? []
      : ([
          [t('gallery.details.rating'), rating],
          [t('gallery.details.comments'), number(item.numComments ?? 0)],
        ] satisfies [string, string][])),
    // Services have no data of their own, and some portals return -1 for unknown sizes.
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

const CommentsTab = lazy(async () => {
  const [tab] = await Promise.all([import('./comments/comments-tab.tsx'), loadMessages('itemComments')]);
  return { default: tab.CommentsTab };
});

export interface ItemDetailsProps {
  item: PortalItem;
  actions: GalleryActions;
  onTag: (tag: string) => void;
  onMapIntent: () => void;
}

/** The picture, description, layers, terms of use, credits and counts of one item. */
export function ItemDetails({ item, ...props }: ItemDetailsProps) {
  const { portal } = useIdentity();
  const url = serviceAddress(item);
  const overview = <ItemOverview item={item} {...props} />;
  const owned = item.itemControl === 'admin';
  const tabs: DetailsTab[] = [{ name: 'overview', content: overview }];
  if (url !== undefined) {
    // A service that another server hosts is not changed by the owner of an item that points to it.
    const hosted = item.typeKeywords?.includes('Hosted Service') === true;
    tabs.push({ name: 'data', content: <DataTab item={item} url={url} owned={owned && hosted} /> });
    if (owned && hosted) tabs.push({ name: 'settings', content: <SettingsTab item={item} url={url} /> });
  } else if (owned && portal?.appRegistration && isApplication(item))
    tabs.push({ name: 'signIn', content: <ApplicationTab item={item} /> });
  if (hasComments(item, portal))
    tabs.push({
      name: 'comments',
      content: (
        <Suspense fallback={<Skeleton height={48} />}>
          <CommentsTab item={item} />
        </Suspense>
      ),
    });
  return tabs.length > 1 ? <DetailsTabs item={item} tabs={tabs} /> : overview;
}

function ItemOverview({ item, actions, onTag, onMapIntent }: ItemDetailsProps) {
  const { t } = useTranslation();
  const { titleOf, summaryOf } = useItemTexts();
  const { org, connection } = useConfiguration();
  const service = serviceAddress(item);
  const open = <OpenButton item={item} org={org} onMapIntent={onMapIntent} />;
  return (
    <>
      <Box sx={{ borderRadius: radii.card, overflow: 'hidden', display: 'grid' }}>
        <Thumbnail address={itemThumbnail(connection, item, 800)} />
      </Box>
      <Box sx={{ display: 'grid', gap: 0.5 }}>
        <Typography variant="h2" dir="auto" sx={{ overflowWrap: 'anywhere' }}>
          {titleOf(item)}
        </Typography>
        {summaryOf(item) && (
          <Typography color="textSecondary" dir="auto">
            {summaryOf(item)}
          </Typography>
        )}
      </Box>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        {open}
        {service !== undefined && <FormButton item={item} url={service} />}
        {service !== undefined && <DownloadButton item={item} url={service} />}
        <AccessChip access={item.access} />
        <Box sx={{ marginInlineStart: 'auto' }}>
          <ItemButtons item={item} actions={actions} details={false} />
        </Box>
      </Box>
      {opensInViewer(item) && <MapHealth id={item.id} />}
      {item.description && (
        <Part title={t('gallery.details.description')}>
          <RichText html={item.description} />
        </Part>
      )}
      {opensInViewer(item) && (
        <Part title={t('gallery.details.layers')}>
          <MapLayers item={item} />
        </Part>
      )}
      {service !== undefined && (
        <Part title={t('gallery.usedBy')}>
          <UsedBy item={item} />
        </Part>
      )}
      <Part title={t('gallery.details.facts')}>
        <ItemFacts item={item} />
      </Part>
      {item.tags && item.tags.length > 0 && (
        <Part title={t('gallery.tags')}>
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            {item.tags.map((tag) => (
              <Chip key={tag} label={<bdi>{tag}</bdi>} onClick={() => onTag(tag)} />
            ))}
          </Box>
        </Part>
      )}
      <Part title={t('gallery.details.credits')}>
        {item.accessInformation ? <RichText html={item.accessInformation} /> : t('gallery.details.none')}
      </Part>
      <Part title={t('gallery.details.terms')}>
        {item.licenseInfo ? <RichText html={item.licenseInfo} /> : t('gallery.details.none')}
      </Part>
    </>
  );
}

function OpenButton({ item, org, onMapIntent }: { item: PortalItem; org: string; onMapIntent: () => void }) {
  const { t } = useTranslation();
  if (opensInViewer(item)) {
    return (
      <Button
        variant="contained"
        component={Link}
        to={itemAddress(org, item)}
        onPointerEnter={onMapIntent}
        onFocus={onMapIntent}
      >
        {t('gallery.open')}
      </Button>
    );
  }
  if (!item.url || !/^https?:\/\//.test(item.url)) return null;
  return (
    <Button variant="contained" component="a" href={item.url} target="_blank" rel="noopener noreferrer">
      {t('gallery.open.address')}
    </Button>
  );
}

/** The map doctor's results: the problem for everyone, the affected layers for users who can fix them. */
export function MapHealth({ id }: { id: string }) {
  const { t } = useTranslation();
  const { ago } = useFormats();
  const check = useMapCheck(id, [id]);
  if (!check) return null;
  const when = t('gallery.check.when', { when: ago(check.checkedAt) });
  if (!check.attention) {
    return (
      <Typography variant="body2" color="textSecondary">
        {t('gallery.check.well')} {when}
      </Typography>
    );
  }
  const concerned = (check.layers ?? []).filter(({ state }) =>
    check.problems.some((problem) => problem === state),
  );
  return (
    <Alert severity="warning">
      {check.problems.map((problem) => (
        <div key={problem}>{t(`gallery.check.${problem}`)}</div>
      ))}
      {concerned.length > 0 && (
        <>
          <div>{t('gallery.check.owner')}</div>
          <ul style={{ margin: 0, paddingInlineStart: 20 }}>
            {concerned.map(({ title, state }, index) => (
              <li key={`${index} ${title}`}>
                <bdi>{title || t('gallery.details.layers.untitled')}</bdi>:{' '}
                {t(`gallery.check.state.${state}`)}
              </li>
            ))}
          </ul>
        </>
      )}
      <Typography variant="body2">{when}</Typography>
    </Alert>
  );
}
