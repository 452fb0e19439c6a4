import CloudOff from '@mui/icons-material/CloudOffOutlined';
import History from '@mui/icons-material/History';
import MapOutlined from '@mui/icons-material/MapOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { textFor } from '../../../../wire/localized-text.ts';
import {
  useConfiguration,
  useIdentity,
  useIntegrations,
  usePortalIdentity,
} from '../../../context/application-context.ts';
import { forgetOwnPictures } from '../../../context/own-pictures.ts';
import { forgetMaps, type RecentMap, recentMaps } from '../../../context/recent-maps.ts';
import { useFullNames } from '../../../context/use-full-names.ts';
import { errorText, useFormats, useLanguage, useItemTexts } from '../../../i18n/index.ts';
import type { PortalItem } from '../../../portal/portal-types.ts';
import { needsSignIn } from '../../../portal/portal-error.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { featuredMaps, searchItems } from '../../../portal/search-items.ts';
import { itemThumbnail } from '../../../portal/thumbnails.ts';
import { IntegrationIcon } from '../../../ui/integration-icon.tsx';
import { CardGrid, MapCard } from '../../../ui/map-card.tsx';
import { Page } from '../../../ui/page.tsx';
import { sizes, textSizes } from '../../../ui/sizes.ts';
import { MapCardSkeletons } from '../../../ui/skeletons.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { QuickActions } from './quick-actions.tsx';

/** Maps shown at most; the gallery has the rest. */
const shown = 8;

/** The maps of the portal's featured groups. */
function FeaturedMaps({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { org, connection } = useConfiguration();
  const { portal, user, signIn } = useIdentity();
  const { who, known } = usePortalIdentity(connection);
  const { ago } = useFormats();
  const { data, error, refetch } = useQuery({
    queryKey: personKeys(connection, who).featured(portal?.featuredGroups),
    queryFn: ({ signal }) => (portal ? featuredMaps(connection, portal, shown, signal) : []),
    enabled: known && portal !== undefined,
  });
  const fullName = useFullNames(data?.map(({ owner }) => owner) ?? []);
  const gallery = (
    <Button component={Link} to={`/${org}/gallery`}>
      {t('home.openGallery')}
    </Button>
  );

  const content = () => {
    if (error) {
      const again =
        !user && needsSignIn(error) ? (
          <Button variant="contained" onClick={() => void signIn()}>
            {t('session.signIn')}
          </Button>
        ) : (
          <Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>
        );
      return (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={t('home.featured.error')}
          detail={errorText(t, error)}
          action={again}
        />
      );
    }
    if (!data) return <MapCardSkeletons count={4} label={t('app.loading')} />;
    if (data.length === 0)
      return <StateMessage icon={<MapOutlined />} title={t('home.featured.empty')} action={gallery} />;
    return (
      <CardGrid>
        {data.map((item) => (
          <MapCard
            key={item.id}
            title={titleOf(item)}
            thumbnail={itemThumbnail(connection, item, 400)}
            details={[
              t('map.by', { owner: fullName(item.owner) }),
              t('map.changed', { when: ago(item.modified) }),
            ]}
            renderLink={(text) => <Link to={`/${org}/map/wid/${item.id}`}>{text}</Link>}
            onIntent={onMapIntent}
          />
        ))}
      </CardGrid>
    );
  };
  return (
    <Section title={t('home.featured')} action={data && data.length > 0 ? gallery : undefined}>
      {content()}
    </Section>
  );
}

interface HomeViewProps {
  /** Called when the user is about to open a map. */
  onMapIntent: () => void;
  /** Pending invitations of the user. */
  news?: ReactNode;
}

export function HomeView({ onMapIntent, news }: HomeViewProps) {
  const { t } = useTranslation();
  const { config } = useConfiguration();
  const { language } = useLanguage();
  const welcome = textFor(config.welcome, language);
  return (
    <Page>
      <Box sx={{ display: 'grid', gap: 1, maxWidth: 720 }}>
        <Typography variant="h1">
          {config.title ? t('home.welcome', { title: config.title }) : t('home.welcome.plain')}
        </Typography>
        {welcome && (
          <Typography
            variant="subtitle1"
            component="p"
            color="textSecondary"
            dir="auto"
            sx={{ whiteSpace: 'pre-line' }}
          >
            {welcome}
          </Typography>
        )}
      </Box>
      {news}
      <QuickActions onMapIntent={onMapIntent} />
      <RecentMaps onMapIntent={onMapIntent} />
      <FeaturedMaps onMapIntent={onMapIntent} />
      <HomeIntegrations />
    </Page>
  );
}

/** The organisation's integrations, to open before a map is open; renders nothing if it has none. */
function HomeIntegrations() {
  const { t } = useTranslation();
  const { availableIntegrations, openIntegration, closeIntegration } = useIntegrations();
  if (availableIntegrations.length === 0) return null;
  return (
    <Section title={t('home.integrations')} hint={t('home.integrations.hint')}>
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        {availableIntegrations.map(({ id, type, config, title, state }) => {
          const open = state !== 'inactive';
          return (
            <Button
              key={id}
              variant="outlined"
              color="inherit"
              startIcon={<IntegrationIcon type={type} config={config} />}
              aria-pressed={open}
              onClick={() => (open ? closeIntegration(id) : openIntegration(id))}
              sx={{ ...styles.integration, backgroundColor: open ? 'open.main' : 'background.paper' }}
            >
              <span>{title}</span>
            </Button>
          );
        })}
      </Box>
    </Section>
  );
}

const styles = {
  integration: {
    height: { xs: sizes.touch, sm: 40 },
    maxWidth: '100%',
    paddingBlock: 0,
    paddingInline: '8px 15px',
    borderRadius: 2,
    fontSize: textSizes.normal,
    fontWeight: 400,
    letterSpacing: 'normal',
    '& > span:last-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
    '& .MuiButton-icon': { color: 'Chip.defaultIconColor', marginInline: '0 5px' },
  },
} as const;

/** Recent maps on this device. */
function RecentMaps({ onMapIntent }: { onMapIntent: () => void }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const { ago } = useFormats();
  const [forgotten, setForgotten] = useState(false);
  const maps = useMemo(() => (forgotten ? [] : recentMaps(localStorage, org, who)), [forgotten, org, who]);
  const items = useRecentItems(maps);
  const { titleOf } = useItemTexts();

  const forget = () => {
    forgetMaps(localStorage, org);
    void forgetOwnPictures(connection.restUrl, org).catch(() => {});
    setForgotten(true);
  };
  const action = maps.length > 0 && <Button onClick={forget}>{t('home.recent.forget')}</Button>;
  return (
    <Section title={t('home.recent')} hint={t('home.recent.hint')} action={action}>
      {!known ? (
        <MapCardSkeletons count={2} label={t('app.loading')} />
      ) : maps.length === 0 ? (
        <StateMessage compact icon={<History />} title={t('home.recent.empty')} />
      ) : (
        <CardGrid>
          {maps.map((map) => {
            const { kind, id, openedAt } = map;
            const item = items.get(id);
            return (
              <MapCard
                key={`${kind}/${id}`}
                title={titleOf(item ?? map)}
                thumbnail={item && itemThumbnail(connection, item, 400)}
                details={[t('home.recent.opened', { when: ago(openedAt) })]}
                renderLink={(text) => <Link to={`/${org}/map/${kind}/${id}`}>{text}</Link>}
                onIntent={onMapIntent}
              />
            );
          })}
        </CardGrid>
      )}
    </Section>
  );
}

/** The portal's items of the recent maps by id, requested in one search; maps the user may no longer see are absent. */
function useRecentItems(maps: readonly RecentMap[]): ReadonlyMap<string, PortalItem> {
  const { connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const ids = maps.filter(({ kind }) => kind === 'wid').map(({ id }) => id);
  const { data } = useQuery({
    queryKey: personKeys(connection, who).pictures(ids),
    queryFn: ({ signal }) =>
      searchItems(connection, { q: ids.map((id) => `id:${id}`).join(' OR '), num: ids.length }, signal),
    enabled: known && ids.length > 0,
  });
  return new Map(data?.results.map((item) => [item.id, item]));
}

interface SectionProps {
  title: string;
  hint?: string;
  action?: ReactNode;
  children: ReactNode;
}

/** A section of the home page with its heading. */
function Section({ title, hint, action, children }: SectionProps) {
  const headingId = useId();
  return (
    <Box component="section" aria-labelledby={headingId} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 2, minHeight: 36 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>
          <Typography id={headingId} variant="h2">
            {title}
          </Typography>
          {hint && <Typography color="textSecondary">{hint}</Typography>}
        </Box>
        <Box sx={{ marginInlineEnd: -1, flexShrink: 0 }}>{action}</Box>
      </Box>
      {children}
    </Box>
  );
}
