import LayersOutlined from '@mui/icons-material/LayersOutlined';
import Tune from '@mui/icons-material/Tune';
import Button from '@mui/material/Button';
import MuiLink from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { detailsStep, itemAddress } from '../../../../../context/addresses.ts';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import type { HostedLayer } from '../../../../../portal/hosted-service.ts';
import { loadSources } from '../../../../../portal/layer-views.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { ViewDialog } from './view-dialog.tsx';

/** The services whose features a view shows, as links to their items. */
export function SourceNames({ item, url }: { item: PortalItem; url: string }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const { data = [], isPending } = useQuery({
    queryKey: personKeys(connection, who).service(item.id, 'sources', 0),
    queryFn: ({ signal }) => loadSources(connection, url, signal),
    enabled: known,
    retry: false,
  });
  if (isPending) return null;
  if (data.length === 0) return <Typography color="textSecondary">{t('gallery.view.ofHidden')}</Typography>;
  return (
    <Typography color="textSecondary">
      {t('gallery.view.of')}{' '}
      {data.map(({ name, serviceItemId: id }, index) => (
        <span key={name}>
          {index > 0 && ', '}
          {id ? (
            <MuiLink component={Link} to={itemAddress(org, { ...item, id })} state={detailsStep}>
              <bdi>{name}</bdi>
            </MuiLink>
          ) : (
            <bdi>{name}</bdi>
          )}
        </span>
      ))}
    </Typography>
  );
}

/** Creates a view of a layer, or changes what a view shows. */
export function ViewButton(about: { item: PortalItem; url: string; layer: HostedLayer; isView: boolean }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const { isView, ...rest } = about;
  return (
    <>
      <Button
        variant={isView ? 'outlined' : 'text'}
        startIcon={isView ? <Tune /> : <LayersOutlined />}
        onClick={() => setOpen(true)}
        sx={{ justifySelf: 'start' }}
      >
        {isView ? t('gallery.view.change') : t('gallery.view.create')}
      </Button>
      {open && <ViewDialog {...rest} change={isView} onClose={() => setOpen(false)} />}
    </>
  );
}
