import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { allowExports, allowsExports, type HostedService } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { Part } from '../part.tsx';
import { ServiceSwitch } from './service-switch.tsx';

interface ExportsProps {
  item: PortalItem;
  url: string;
  service: HostedService;
}

/** Whether others may export the layers of a service as files. */
export function ExportsSection({ item, url, service }: ExportsProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const allowed = allowsExports(service);
  return (
    <Part title={t('gallery.exports')} gap={1}>
      <ServiceSwitch
        item={item}
        label={t('gallery.exports.allow')}
        hint={t(allowed ? 'gallery.exports.on' : 'gallery.exports.off')}
        checked={allowed}
        save={(wanted) => allowExports(connection, url, service, wanted)}
      />
    </Part>
  );
}
