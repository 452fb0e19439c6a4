import Dialog from '@mui/material/Dialog';
import DialogTitle from '@mui/material/DialogTitle';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usePhone } from '../../ui/use-phone.ts';
import { DoneStep } from './done-step.tsx';
import { DropZone } from './drop-zone.tsx';
import { FailedStep } from './failed-step.tsx';
import { PreviewStep } from './preview-step.tsx';
import { ProgressStep } from './progress-step.tsx';
import { useUpload } from './use-upload.ts';

/** From a file to a layer, step by step. Closing gives up what is not done. */
export function UploadDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const titleId = useId();
  const narrow = usePhone();
  const { state, choose, readAs, publish, cancel } = useUpload();
  const close = () => {
    if (state.step !== 'done') void cancel();
    onClose();
  };
  // A slip of the mouse must not throw away what somebody has begun.
  const leave =
    state.step === 'choose' || state.step === 'failed' || state.step === 'done' ? close : undefined;

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
      case 'looking':
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
            share={state.progress.share}
            featureCount={state.progress.featureCount}
            onCancel={() => void cancel()}
          />
        );
      case 'done':
        return (
          <DoneStep
            file={state.file}
            serviceItemId={state.serviceItemId}
            title={state.title}
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
