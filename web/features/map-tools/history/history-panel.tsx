import CloudOff from '@mui/icons-material/CloudOffOutlined';
import HistoryIcon from '@mui/icons-material/History';
import LockOutlined from '@mui/icons-material/LockOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import List from '@mui/material/List';
import Skeleton from '@mui/material/Skeleton';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { useOpenMap, useOpenTool } from '../../../context/open-map.ts';
import { useMapState } from '../../../map/map-model.ts';
import { listVersions } from '../../../portal/map-versions.ts';
import { StateMessage, type StateMessageProps } from '../../../ui/state-message.tsx';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { personKeys } from '../../../portal/query-keys.ts';
import { VersionRow } from './version-row.tsx';

/** The versions of the open map, newest first: author, time, changes, and restoring. */
export function HistoryPanel() {
  const { t } = useTranslation();
  const { kind, id, item } = useOpenMap();
  const { connection } = useConfiguration();
  const { user } = useIdentity();
  const openTool = useOpenTool();
  const failed = useMapState(({ status, error }) => (status === 'failed' ? error : undefined));
  const allowed = user !== undefined && (item?.owner === user.username || Boolean(item?.itemControl));
  const versions = useQuery({
    queryKey: personKeys(connection, user?.username ?? '').mapVersions(id),
    queryFn: ({ signal }) => listVersions(connection, id, signal),
    enabled: kind === 'web-map' && allowed,
  });
  if (kind !== 'web-map')
    return (
      <State icon={<HistoryIcon />} title={t('history.notSaved')} detail={t('history.none.why')}>
        <Button onClick={() => openTool('save')}>{t('saving.save')}</Button>
      </State>
    );
  if (item && !allowed) return <State icon={<LockOutlined />} title={t('history.notYours')} />;
  if (versions.isError)
    return (
      <State icon={<CloudOff />} title={t('history.failed')} detail={<ErrorMessage error={versions.error} />}>
        <Button onClick={() => void versions.refetch()}>{t('app.tryAgain')}</Button>
      </State>
    );
  if (failed && !item)
    return (
      <State icon={<CloudOff />} title={t('history.failed')} detail={<ErrorMessage error={failed} />}>
        <Button onClick={() => window.location.reload()}>{t('app.tryAgain')}</Button>
      </State>
    );
  if (!versions.data || !item) return <Loading label={t('app.loading')} />;
  if (versions.data.length === 0)
    return <State icon={<HistoryIcon />} title={t('history.none')} detail={t('history.none.why')} />;
  return (
    <List disablePadding>
      {versions.data.map((version, index) => (
        <VersionRow
          key={version.id}
          item={item}
          version={version}
          newestId={versions.data[0]?.id ?? ''}
          oldest={index === versions.data.length - 1}
        />
      ))}
    </List>
  );
}

function State({ children, ...message }: Omit<StateMessageProps, 'action'> & { children?: ReactNode }) {
  return (
    <Box sx={{ p: 2 }}>
      <StateMessage {...message} action={children} />
    </Box>
  );
}

function Loading({ label }: { label: string }) {
  return (
    <Box component="output" aria-label={label} sx={{ p: 2, display: 'grid', gap: 2 }}>
      {[1, 2, 3].map((row) => (
        <Box key={row}>
          <Skeleton animation={false} width="60%" />
          <Skeleton animation={false} width="90%" />
        </Box>
      ))}
    </Box>
  );
}
