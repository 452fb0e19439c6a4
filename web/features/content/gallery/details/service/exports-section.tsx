import Alert from '@mui/material/Alert';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { errorText } from '../../../../../i18n/index.ts';
import { allowExports, allowsExports, type HostedService } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { Part } from '../part.tsx';
import { useItemChanged } from '../use-item-changed.ts';

interface ExportsProps {
  item: PortalItem;
  url: string;
  service: HostedService;
}

/** Whether others may export the layers of a service as files. */
export function ExportsSection({ item, url, service }: ExportsProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const hint = useId();
  const allowed = allowsExports(service);
  const { mutate, isPending, variables, error } = useMutation({
    mutationFn: async (wanted: boolean) => {
      await allowExports(connection, url, service, wanted);
      await changed();
    },
  });
  return (
    <Part title={t('gallery.exports')} gap={1}>
      <FormControlLabel
        sx={{ marginInline: 0, gap: 1 }}
        control={
          <Switch
            checked={isPending ? variables : allowed}
            disabled={isPending}
            slotProps={{ input: { 'aria-describedby': hint } }}
            onChange={(_event, wanted) => mutate(wanted)}
          />
        }
        label={t('gallery.exports.allow')}
      />
      <Typography id={hint} variant="body2" color="textSecondary">
        {t(allowed ? 'gallery.exports.on' : 'gallery.exports.off')}
      </Typography>
      {error && <Alert severity="error">{`${t('gallery.settings.error')}: ${errorText(t, error)}`}</Alert>}
    </Part>
  );
}
