import Restore from '@mui/icons-material/Restore';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import Typography from '@mui/material/Typography';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { ConfirmDialog } from '../../../../../ui/confirm-dialog.tsx';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../../i18n/index.ts';
import { changeLayer } from '../../../../../portal/hosted-service.ts';
import { useItemChanged } from '../use-item-changed.ts';
import { ChangeList } from './change-list.tsx';
import { type HistoryProps, RestoreDialog } from './restore-dialog.tsx';

/** The history of a layer: whether it is stored and for whom, what changed, and putting the layer back. */
export function HistorySection({
  owned,
  isView,
  ...about
}: HistoryProps & { owned: boolean; isView: boolean }) {
  const { t } = useTranslation();
  const title = useId();
  const [restored, setRestored] = useState<{ moment: number | undefined }>();
  const { archivingInfo: rights } = about.layer;
  // Other servers, which describe their archives without this, have settings of their own.
  const settings = owned && !isView && rights?.supportsQueryHistory !== undefined;
  if (!settings && !rights?.supportsQueryHistory) return null;
  return (
    <Box
      component="section"
      aria-labelledby={title}
      sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}
    >
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
        <Typography id={title} variant="h3" sx={{ flex: 1 }}>
          {t('gallery.history')}
        </Typography>
        {rights?.supportsRestore && (
          <Button startIcon={<Restore />} onClick={() => setRestored({ moment: undefined })}>
            {t('gallery.history.restore')}
          </Button>
        )}
      </Box>
      {settings && <HistorySettings {...about} />}
      {rights?.supportsQueryHistory && (
        <ChangeList
          {...about}
          onRestore={rights.supportsRestore ? (moment) => setRestored({ moment }) : undefined}
        />
      )}
      {restored && (
        <RestoreDialog {...about} moment={restored.moment} onClose={() => setRestored(undefined)} />
      )}
    </Box>
  );
}

/** Turns the history on and off, and opens former features to everyone who sees the layer. */
function HistorySettings({ item, url, layer }: HistoryProps) {
  const { t } = useTranslation();
  const { dateTime } = useFormats();
  const { connection } = useConfiguration();
  const changed = useItemChanged(item.id, 'service');
  const [asks, setAsks] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (definition: Parameters<typeof changeLayer>[3]) => {
      await changeLayer(connection, { url, id: layer.id }, 'updateDefinition', definition);
      await changed();
    },
    onSettled: () => setAsks(false),
  });
  const { isDataArchived = false, archivingInfo } = layer;
  return (
    <>
      <FormControlLabel
        sx={{ marginInline: 0, gap: 1 }}
        label={t('gallery.history.on')}
        control={
          <Switch
            checked={isDataArchived}
            disabled={isPending}
            onChange={(_event, on) => (on ? mutate({ isDataArchived: true }) : setAsks(true))}
          />
        }
      />
      {isDataArchived ? (
        <>
          <FormControlLabel
            sx={{ marginInline: 0, gap: 1 }}
            label={t('gallery.history.everyone')}
            control={
              <Switch
                checked={archivingInfo?.historyReaders === 'everyone'}
                disabled={isPending}
                onChange={(_event, everyone) =>
                  mutate({ archivingInfo: { historyReaders: everyone ? 'everyone' : 'editors' } })
                }
              />
            }
          />
          <Typography variant="body2" color="textSecondary">
            {t('gallery.history.since', { when: dateTime(archivingInfo?.startArchivingMoment ?? 0) })}
          </Typography>
        </>
      ) : (
        <Typography variant="body2" color="textSecondary">
          {t('gallery.history.on.why')}
        </Typography>
      )}
      {error && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {asks && (
        <ConfirmDialog
          question={t('gallery.history.stop')}
          consequences={t('gallery.history.stop.sure')}
          confirm={t('gallery.history.stop.do')}
          cancel={t('gallery.fields.cancel')}
          isPending={isPending}
          onConfirm={() => mutate({ isDataArchived: false })}
          onClose={() => setAsks(false)}
        />
      )}
    </>
  );
}
