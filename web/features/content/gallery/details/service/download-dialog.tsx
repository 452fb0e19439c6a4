import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import FileDownload from '@mui/icons-material/FileDownloadOutlined';
import LinearProgress from '@mui/material/LinearProgress';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  useConfiguration,
  useIdentity,
  usePortalIdentity,
} from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats, useItemTexts } from '../../../../../i18n/index.ts';
import { capabilitiesOf } from '../../../../../portal/capabilities.ts';
import { allowsExports } from '../../../../../portal/hosted-service.ts';
import type { PortalItem } from '../../../../../portal/portal-types.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { exportFile, type ExportFormat, exportFormats } from '../../../../../portal/uploads/export-item.ts';
import type { PublishingProgress } from '../../../../../portal/uploads/publish-file.ts';
import { saveFile } from '../../../../../ui/browser.ts';
import { Choice } from '../../../../../ui/choice.tsx';
import { useService } from './use-service.tsx';

interface DownloadProps {
  item: PortalItem;
  /** Address of its service. */
  url: string;
}

/**
 * Opens the download of a hosted layer; absent for users who cannot have items, or whom its owner does not
 * let export.
 */
export function DownloadButton({ item, url }: DownloadProps) {
  const { t } = useTranslation();
  const { user, portal } = useIdentity();
  const service = useService(item, url);
  const [open, setOpen] = useState(false);
  const offered = item.itemControl === 'admin' || (service.data && allowsExports(service.data));
  if (!offered || !capabilitiesOf(user, portal).createItems) return null;
  return (
    <>
      <Button variant="outlined" startIcon={<FileDownload />} onClick={() => setOpen(true)}>
        {t('gallery.download')}
      </Button>
      {open && <DownloadDialog item={item} url={url} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Exports a layer in a format that the user chooses, with its progress, and downloads the file. */
function DownloadDialog({ item, url, onClose }: DownloadProps & { onClose: () => void }) {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const { connection } = useConfiguration();
  const { portal } = useIdentity();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const service = useService(item, url);
  const layers = [...(service.data?.layers ?? []), ...(service.data?.tables ?? [])];
  const [format, setFormat] = useState<ExportFormat>('GeoPackage');
  const [chosen, setChosen] = useState('all');
  const [progress, setProgress] = useState<PublishingProgress>();
  const work = useRef(new AbortController());
  const title = useId();
  const isOneLayer = format === 'GeoJson' || format === 'FlatGeobuf';
  const layer = isOneLayer && chosen === 'all' ? String(layers[0]?.id ?? 0) : chosen;
  const { mutate, isPending, isSuccess, error, reset } = useMutation({
    mutationFn: async () => {
      const { signal } = (work.current = new AbortController());
      setProgress(undefined);
      const one = layer === 'all' || layers.length < 2 ? undefined : Number(layer);
      const choices = { itemId: item.id, title: item.title, format, layer: one };
      const run = { signal, onProgress: setProgress };
      const { name, content } = await exportFile(connection, who, choices, run);
      saveFile({ name, content });
      await queries.invalidateQueries({ queryKey: personKeys(connection, who).content() });
    },
  });
  useEffect(() => () => work.current.abort(), []);
  const cancel = () => {
    work.current.abort();
    onClose();
  };
  return (
    <Dialog open maxWidth="xs" fullWidth onClose={() => !isPending && onClose()} aria-labelledby={title}>
      <DialogTitle id={title} sx={{ overflowWrap: 'anywhere' }}>
        {t('gallery.download.of', { title: titleOf(item) })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        {!isPending && !isSuccess && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 2, paddingBlockStart: 1 }}>
            <Choice
              label={t('gallery.download.format')}
              value={format}
              options={exportFormats(portal).map(
                (name) => [name, t(`gallery.download.format.${name}`)] as const,
              )}
              onChoose={(value) => {
                setFormat(value);
                reset();
              }}
            />
            {layers.length > 1 && (
              <Choice
                label={t('gallery.data.layer')}
                value={layer}
                options={[
                  ...(isOneLayer ? [] : [['all', t('gallery.download.all')] as const]),
                  ...layers.map(({ id, name }) => [String(id), name] as const),
                ]}
                onChoose={setChosen}
              />
            )}
          </Box>
        )}
        {!isPending && !isSuccess && (
          <DialogContentText variant="body2">{t(`gallery.download.about.${format}`)}</DialogContentText>
        )}
        {isPending && <ExportProgress progress={progress} />}
        {isSuccess && <Alert severity="success">{t('gallery.download.done')}</Alert>}
        {error && (
          <Alert severity="error">
            <ErrorMessage error={error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={isPending ? cancel : onClose}>
          {t(isSuccess ? 'gallery.download.close' : 'gallery.fields.cancel')}
        </Button>
        {!isSuccess && (
          <Button variant="contained" disabled={isPending} onClick={() => mutate()}>
            {t('gallery.download')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

function ExportProgress({ progress }: { progress: PublishingProgress | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const count = progress?.featureCount ?? 0;
  const text =
    progress === undefined || progress.stage === 'waiting'
      ? t('gallery.download.waiting')
      : t('gallery.download.written', { count, number: number(count) });
  return (
    <Box component="output" sx={{ display: 'grid', gap: 1, paddingBlock: 1 }}>
      <LinearProgress
        aria-label={t('gallery.download.progress')}
        {...(progress?.share ? { variant: 'determinate', value: progress.share * 100 } : {})}
      />
      <span>{text}</span>
    </Box>
  );
}
