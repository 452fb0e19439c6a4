import CheckCircle from '@mui/icons-material/CheckCircleOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useConfiguration, useIdentity } from '../../../context/application-context.ts';
import { newBasemap } from '../../../map/themed-basemap.ts';
import { listsItems } from '../../../portal/query-keys.ts';
import { addMapOf, type ShownService } from '../../../portal/uploads/add-map-of.ts';
import { StateMessage } from '../../../ui/state-message.tsx';
import { usePhone } from '../../../ui/use-screen.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import { DropZone } from './drop-zone.tsx';
import { FaultNote } from './fault-note.tsx';
import { PreviewStep } from './preview-step.tsx';
import { useUpload } from './use-upload.ts';

const mapKey = ['map-of-upload'];

/** Publishes a file as a layer, step by step. Closing cancels unfinished work. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const narrow = usePhone();
  const { state, choose, readAs, publish, cancel } = useUpload();
  const close = () => {
    if (state.step !== 'done') void cancel();
    onClose();
  };
  const isMakingMap = useIsMutating({ mutationKey: mapKey }) > 0;
  // An accidental click outside must not discard the work, nor hide that the map could not be made.
  const leave =
    state.step === 'choose' || state.step === 'failed' || (state.step === 'done' && !isMakingMap)
      ? close
      : undefined;

  const step = () => {
    switch (state.step) {
      case 'choose':
        return <DropZone onFile={(file) => void choose(file)} onClose={close} />;
      case 'sending':
        return (
          <ProgressStep
            label={t('upload.sending', { name: state.fileName })}
            share={state.share}
            onCancel={() => void cancel()}
          />
        );
      case 'analysing':
        return (
          <ProgressStep
            label={t('upload.looking', { name: state.fileName })}
            onCancel={() => void cancel()}
          />
        );
      case 'preview':
        return (
          <PreviewStep
            file={state.file}
            busy={state.busy}
            error={state.error}
            onOptions={(options) => void readAs(state.file, options)}
            onPublish={(details) => void publish(state.file, details)}
            onCancel={close}
          />
        );
      case 'publishing':
        return (
          <ProgressStep
            label={t(`upload.stage.${state.progress.stage}`)}
            {...(state.progress.share !== undefined && { share: state.progress.share })}
            featureCount={state.progress.featureCount}
            onCancel={() => void cancel()}
          />
        );
      case 'done':
        return (
          <DoneStep
            layers={state.layers}
            serviceItemId={state.serviceItemId}
            title={state.title}
            error={state.error}
            onClose={close}
          />
        );
      case 'failed':
        return <FailedStep error={state.error} onAgain={() => void cancel()} onClose={close} />;
    }
  };
  return (
    <Dialog open onClose={leave} fullScreen={narrow} fullWidth maxWidth="md" aria-labelledby={titleId}>
      <DialogTitle id={titleId}>{t('upload.title')}</DialogTitle>
      {step()}
    </Dialog>
  );
}

/** The failed state: the reason and a retry. */
function FailedStep({
  error,
  onAgain,
  onClose,
}: {
  error: unknown;
  onAgain: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <Typography>{t('upload.failed')}</Typography>
        <FaultNote error={error} />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{t('upload.close')}</Button>
        <Button variant="contained" onClick={onAgain}>
          {t('upload.another')}
        </Button>
      </DialogActions>
    </>
  );
}

interface ProgressStepProps {
  label: string;
  /** 0 to 1; unknown when absent. */
  share?: number;
  featureCount?: number;
  onCancel: () => void;
}

/** A running step: its description, progress, and a cancel button. */
function ProgressStep({ label, share, featureCount = 0, onCancel }: ProgressStepProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const id = useId();
  const known = share !== undefined;
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 1.5, minHeight: 160, alignContent: 'center' }}>
        <Typography id={id} component="output" sx={{ overflowWrap: 'anywhere' }}>
          {label}
        </Typography>
        <LinearProgress
          aria-labelledby={id}
          variant={known ? 'determinate' : 'indeterminate'}
          {...(known && { value: Math.round(share * 100) })}
          sx={{ height: 6, borderRadius: 3 }}
        />
        <Typography
          variant="body2"
          color="textSecondary"
          sx={{ fontVariantNumeric: 'tabular-nums', minHeight: '1.5em' }}
        >
          {featureCount > 0 && t('upload.features', { count: featureCount, number: number(featureCount) })}
        </Typography>
      </DialogContent>
      <DialogActions>
        <Button onClick={onCancel}>{t('upload.cancel')}</Button>
      </DialogActions>
    </>
  );
}

interface DoneStepProps {
  layers: ShownService['layers'];
  serviceItemId: string;
  title: string;
  /** Why it was not described or shared; undefined: it was. */
  error: unknown;
  onClose: () => void;
}

/** The layer is published, with a button that opens a map of it. */
function DoneStep({ layers, serviceItemId, title, error, onClose }: DoneStepProps) {
  const { t } = useTranslation();
  const { org, config, connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const map = useMutation({
    mutationKey: mapKey,
    mutationFn: () => {
      const basemap = newBasemap(config.map.basemap.light, title, portal, location.origin);
      return addMapOf(connection, user?.username ?? '', { itemId: serviceItemId, title, layers, basemap });
    },
    onSuccess: async (id) => {
      void queries.invalidateQueries({ predicate: listsItems });
      await navigate(`/${org}/map/wid/${id}`);
    },
  });
  return (
    <>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        <StateMessage icon={<CheckCircle color="success" />} title={t('upload.done', { title })} />
        {error !== undefined && (
          <Alert severity="warning">
            <ErrorMessage error={error} />
          </Alert>
        )}
        {map.error && (
          <Alert severity="error">
            <ErrorMessage error={map.error} />
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button disabled={map.isPending} onClick={onClose}>
          {t('upload.close')}
        </Button>
        {layers.length > 0 && (
          <Button variant="contained" loading={map.isPending} onClick={() => map.mutate()}>
            {t('upload.makeMap')}
          </Button>
        )}
      </DialogActions>
    </>
  );
}
