import CloudOff from '@mui/icons-material/CloudOffOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import { awaitHosts } from '../../../../../context/page-hosts.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { loadService } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { StateMessage } from '../../../../../ui/state-message.tsx';
import { hostsOf } from '../../../../../../wire/map-hosts.ts';

/** The address of an item's feature service; undefined for other items. */
export function serviceAddress({ type, url }: PortalItem): string | undefined {
  if (type !== 'Feature Service' || !url) return undefined;
  return /^https?:\/\/[^?#]+\/rest\/services\/[^?#]+\/FeatureServer\/?$/i.test(url) ? url : undefined;
}

/** The service of an item. */
export function useService({ id }: Pick<PortalItem, 'id'>, url: string) {
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  return useQuery({
    queryKey: personKeys(connection, who).service(id),
    queryFn: async ({ signal }) => {
      // Servers of ArcGIS Enterprise may have hosts of their own.
      await awaitHosts(hostsOf({ url }), { org, keepWork: () => connection.session.keepWork() });
      return loadService(connection, url, signal);
    },
    enabled: known,
  });
}

interface ServiceStateProps<Data> {
  query: UseQueryResult<Data>;
  children: (data: Data) => ReactNode;
}

/** What a query has loaded; until then a skeleton, and its error with a way to repeat it. */
export function ServiceState<Data>({ query, children }: ServiceStateProps<Data>) {
  const { t } = useTranslation();
  const { data, error, refetch } = query;
  if (data !== undefined) return children(data);
  if (error)
    return (
      <StateMessage
        role="alert"
        icon={<CloudOff />}
        title={t('gallery.service.error')}
        detail={<ErrorMessage error={error} />}
        action={<Button onClick={() => void refetch()}>{t('app.tryAgain')}</Button>}
      />
    );
  return (
    <Box component="output" aria-label={t('app.loading')} sx={{ display: 'grid', gap: 1.5 }}>
      <Skeleton width="40%" />
      <Skeleton variant="rounded" height={96} />
      <Skeleton variant="rounded" height={160} />
    </Box>
  );
}
