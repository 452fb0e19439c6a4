import CloudOff from '@mui/icons-material/CloudOffOutlined';
import LinkIcon from '@mui/icons-material/Link';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Divider from '@mui/material/Divider';
import List from '@mui/material/List';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedSharedMap } from '../../../../wire/shared-map.ts';
import { listSharedMaps } from '../../../api/maps.ts';
import { apiKeys } from '../../../api/query-keys.ts';
import { useAudience } from '../../../context/audience.ts';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useStanding } from '../../../context/use-standing.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useMapState } from '../../../map/map-model.ts';
import { CopyField } from '../../../ui/copy-field.tsx';
import { StateMessage } from '../../../ui/state-message.tsx';
import { AudienceRow } from './audience-row.tsx';
import { EmbedCode } from './embed-code.tsx';
import { QrCode } from './qr-code.tsx';
import { ReceiverNotes } from './receiver-notes.tsx';
import { ShareForm } from './share-form.tsx';
import { SharedMapRow } from './shared-map-row.tsx';
import { ShortAddresses } from './short-addresses.tsx';
import { TranslationsRow } from './translations/translations-row.tsx';

/** Shares the current map: a link, a QR code, and an embed code; and lists earlier shares. */
export function SharePanel() {
  const { t } = useTranslation();
  const { config, org } = useConfiguration();
  const { user, isAuthorizing, signIn } = useIdentity();
  const standing = useStanding();
  const [created, setCreated] = useState<CreatedSharedMap>();
  const allowed = standing === 'member' || (standing !== 'outsider' && config.sharing.anonymous);
  const title = config.title || org;
  return (
    <Box sx={{ p: 2, display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      {created && <ShareLinks created={created} onAnother={() => setCreated(undefined)} />}
      {!created && allowed && (
        <>
          <ShareForm onCreated={setCreated} />
          <ReceiverNotes />
        </>
      )}
      {standing === 'unverified' && (
        <StateMessage
          icon={<CloudOff />}
          title={t('sharing.unverified')}
          detail={t('sharing.unverified.why')}
        />
      )}
      {standing === 'outsider' && (
        <StateMessage
          icon={<LockOutlined />}
          title={t('sharing.membersOnly', { title })}
          detail={t('sharing.membersOnly.why', { username: user?.username, title })}
        />
      )}
      {!allowed && standing === 'visitor' && (
        <StateMessage
          icon={<LockOutlined />}
          title={t('sharing.signIn')}
          detail={t('sharing.signIn.why')}
          action={
            <Button variant="contained" loading={isAuthorizing} onClick={() => void signIn()}>
              {t('session.signIn')}
            </Button>
          }
        />
      )}
      {standing === 'member' && (
        <>
          <Divider />
          <MapAudienceSection />
          <ShortAddresses />
          <SharedMapsList />
        </>
      )}
    </Box>
  );
}

/** What readers of the map itself get, for those who may change it. */
function MapAudienceSection() {
  const { t } = useTranslation();
  const { own, mayChange, change } = useAudience();
  if (!mayChange) return null;
  return (
    <>
      <AudienceRow label={t('audience.ofMap')} value={own} onChange={change} />
      <TranslationsRow />
    </>
  );
}

/** A shared map: its link, QR code, and embed code. */
function ShareLinks({ created, onAnother }: { created: CreatedSharedMap; onAnother: () => void }) {
  const { t } = useTranslation();
  const title = useMapState((state) => state.title) || t('viewer.newMap');
  const { url, removed } = created;
  const copied = { copied: t('sharing.copied'), copyFailed: t('sharing.copyFailed') };
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <Alert severity="success">{t('sharing.done')}</Alert>
      {removed.length > 0 && (
        <Alert severity="warning">{t('sharing.removed', { count: removed.length })}</Alert>
      )}
      <CopyField label={t('sharing.link')} value={url} copy={t('sharing.link.copy')} {...copied} />
      <QrCode value={url} name={title} />
      <EmbedCode url={url} title={title} />
      <Button onClick={onAnother}>{t('sharing.another')}</Button>
    </Box>
  );
}

/** The user's shared maps, newest first. */
function SharedMapsList() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const heading = useId();
  const maps = useInfiniteQuery({
    queryKey: apiKeys(org).sharedMaps,
    queryFn: ({ pageParam, signal }) => listSharedMaps(org, pageParam, signal),
    initialPageParam: 1,
    getNextPageParam: ({ nextStart }) => (nextStart > 0 ? nextStart : undefined),
  });
  const rows = maps.data?.pages.flatMap(({ results }) => results);
  return (
    <Box component="section" aria-labelledby={heading}>
      <Typography id={heading} variant="h3" sx={{ mb: 1 }}>
        {t('sharing.mine')}
      </Typography>
      {maps.isLoading && (
        <Box component="output" aria-label={t('app.loading')}>
          {[1, 2].map((row) => (
            <Skeleton key={row} animation={false} height={56} />
          ))}
        </Box>
      )}
      {maps.isError && (
        <StateMessage
          compact
          role="alert"
          icon={<CloudOff />}
          title={<ErrorMessage error={maps.error} />}
          action={<Button onClick={() => void maps.refetch()}>{t('app.tryAgain')}</Button>}
        />
      )}
      {rows?.length === 0 && <StateMessage compact icon={<LinkIcon />} title={t('sharing.mine.none')} />}
      {rows && rows.length > 0 && (
        <List disablePadding>
          {rows.map((map) => (
            <SharedMapRow key={map.sid} map={map} />
          ))}
        </List>
      )}
      {maps.hasNextPage && (
        <Button loading={maps.isFetchingNextPage} onClick={() => void maps.fetchNextPage()}>
          {t('app.showMore')}
        </Button>
      )}
    </Box>
  );
}
