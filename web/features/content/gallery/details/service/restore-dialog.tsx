import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutFinalSlash } from '../../../../../../wire/trim-end.ts';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../../i18n/index.ts';
import {
  countRestoration,
  type RestoredCounts,
  restoreFeatures,
} from '../../../../../portal/layer-history.ts';
import type { HostedLayer } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { DateTimeField } from '../../../../../ui/date-time-field.tsx';
import { useItemChanged } from '../use-item-changed.ts';

/** A layer with a history. */
export interface HistoryProps {
  item: PortalItem;
  /** Of the service. */
  url: string;
  layer: HostedLayer;
}

interface RestoreDialogProps extends HistoryProps {
  /** The suggested moment; undefined: none. */
  moment: number | undefined;
  onClose: () => void;
}

/** Counts what putting a layer back to a moment changes, and puts it back; afterwards offers to undo that. */
export function RestoreDialog({ item, url, layer, moment, onClose }: RestoreDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const title = useId();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const changed = useItemChanged(item.id, 'service');
  const address = `${withoutFinalSlash(url)}/${layer.id}`;
  const [chosen, setChosen] = useState(moment);
  const since = layer.archivingInfo?.startArchivingMoment ?? 0;
  const [openedAt] = useState(() => Date.now());
  const fits = chosen !== undefined && chosen >= since && chosen <= openedAt;
  const counts = useQuery({
    queryKey: personKeys(connection, who).service(item.id, 'restoration', layer.id, chosen ?? ''),
    queryFn: ({ signal }) => countRestoration(connection, address, { moment: chosen ?? 0 }, signal),
    enabled: fits,
    gcTime: 0,
  });
  const restoring = useMutation({
    mutationFn: async (to: number) => {
      const done = await restoreFeatures(connection, address, { moment: to });
      await changed();
      return done;
    },
  });
  const undoing = useMutation({
    mutationFn: async (to: number) => {
      await restoreFeatures(connection, address, { moment: to });
      await changed();
    },
    onSuccess: onClose,
  });
  const isBusy = restoring.isPending || undoing.isPending;
  const error = counts.error ?? restoring.error ?? undoing.error;
  const nothing = counts.data && counts.data.added + counts.data.updated + counts.data.deleted === 0;
  return (
    <Dialog open maxWidth="xs" fullWidth onClose={() => !isBusy && onClose()} aria-labelledby={title}>
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {t('gallery.history.restore.of', { layer: layer.name })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {restoring.data ? (
          <Alert severity="success">{countsText(t, number, restoring.data)}</Alert>
        ) : (
          <>
            <DateTimeField
              label={t('gallery.history.moment')}
              value={chosen}
              earliest={since}
              latest={openedAt}
              error={chosen !== undefined && !fits}
              help={t('gallery.history.moment.help')}
              onChange={setChosen}
            />
            <Typography component="output">
              {fits && counts.data && countsText(t, number, counts.data)}
            </Typography>
            <Typography variant="body2" color="textSecondary">
              {t('gallery.history.restore.files')}
            </Typography>
          </>
        )}
        {error && (
          <Alert severity="error">
            <ErrorMessage error={error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        {restoring.data ? (
          <>
            <Button disabled={isBusy} onClick={() => undoing.mutate(restoring.data.before)}>
              {t('gallery.history.undo')}
            </Button>
            <Button variant="contained" disabled={isBusy} onClick={onClose}>
              {t('gallery.history.close')}
            </Button>
          </>
        ) : (
          <>
            <Button disabled={isBusy} onClick={onClose}>
              {t('gallery.fields.cancel')}
            </Button>
            <Button
              color="error"
              variant="contained"
              disabled={!fits || !counts.data || nothing === true || isBusy}
              onClick={() => chosen !== undefined && restoring.mutate(chosen)}
            >
              {t('gallery.history.restore.do')}
            </Button>
          </>
        )}
      </DialogActions>
    </Dialog>
  );
}

function countsText(
  t: TFunction,
  number: (value: number) => string,
  { added, updated, deleted }: RestoredCounts,
): string {
  if (added + updated + deleted === 0) return t('gallery.history.count.none');
  return t('gallery.history.count', {
    added: number(added),
    updated: number(updated),
    deleted: number(deleted),
  });
}
