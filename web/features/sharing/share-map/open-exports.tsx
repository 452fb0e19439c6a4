import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { useMapWork } from '../../../map/document/map-work.ts';
import { sharedLayers } from '../../../map/document/shared-layers.ts';
import {
  allowExports,
  allowsExports,
  type HostedService,
  loadService,
} from '../../../portal/hosted-service.ts';
import { loadItem } from '../../../portal/item-details.ts';
import type { PortalConnection } from '../../../portal/portal-connection.ts';
import { personKeys } from '../../../portal/query-keys.ts';

/** A hosted service of the map whose layers others may export. */
interface OpenService {
  url: string;
  itemId: string;
  /** Of its layers in the map. */
  titles: string[];
  service: HostedService;
  /** Whether the user may change it. */
  own: boolean;
}

/** The hosted layers of the map that others may download, and a button that ends this for those of the user. */
export function OpenExports() {
  const { t } = useTranslation();
  const { list } = useFormats();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const work = useMapWork();
  const key = personKeys(connection, who).openExports;
  const { data = [] } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) =>
      openServices(connection, work ? sharedLayers(await work.read()) : [], signal),
    enabled: work !== undefined,
    gcTime: 0,
  });
  const closing = useMutation({
    mutationFn: async () => {
      for (const { url, service } of data.filter(({ own }) => own))
        await allowExports(connection, url, service, false);
    },
    onSettled: async () => {
      const changed = data.map(({ itemId }) => personKeys(connection, who).service(itemId));
      await Promise.all([key, ...changed].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  const line = (own: boolean) => {
    const titles = data.filter((one) => one.own === own).flatMap((one) => one.titles);
    if (titles.length === 0) return null;
    return (
      <Alert
        severity="warning"
        sx={{ mt: 1, '& .MuiAlert-message': { minWidth: 0, overflowWrap: 'anywhere' } }}
      >
        {t('audience.exports.open', { titles: list(titles) })} {!own && t('audience.exports.owners')}
        {own && (
          <Button
            color="inherit"
            size="small"
            loading={closing.isPending}
            onClick={() => closing.mutate()}
            sx={{ display: 'block', marginInlineStart: '-5px', mt: 0.5 }}
          >
            {t('audience.exports.close')}
          </Button>
        )}
      </Alert>
    );
  };
  return (
    <>
      {line(true)}
      {line(false)}
      {closing.error && (
        <Alert severity="error" sx={{ mt: 1 }}>
          <ErrorMessage error={closing.error} />
        </Alert>
      )}
    </>
  );
}

const featureService = /^https?:\/\/[^?#]+\/FeatureServer(?=\/\d+\/?$|\/?$)/i;

/** Services that the user cannot read, or that no item describes, are left out. */
async function openServices(
  connection: PortalConnection,
  layers: readonly { title: string; url: string | undefined }[],
  signal: AbortSignal,
): Promise<OpenService[]> {
  const titles = Map.groupBy(layers, ({ url = '' }) => featureService.exec(url)?.[0] ?? '');
  titles.delete('');
  const found = await Promise.all(
    [...titles].map(async ([url, inMap]): Promise<OpenService[]> => {
      const service = await loadService(connection, url, signal).catch(() => undefined);
      const itemId = service?.serviceItemId;
      if (!service || !itemId || !allowsExports(service)) return [];
      const item = await loadItem(connection, itemId, signal).catch(() => undefined);
      return [
        { url, itemId, titles: inMap.map(({ title }) => title), service, own: item?.itemControl === 'admin' },
      ];
    }),
  );
  return found.flat();
}
