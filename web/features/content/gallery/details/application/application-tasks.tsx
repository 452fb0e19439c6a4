import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useMutation } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { type RegisteredApp, resetSecret, unregisterApp } from '../../../../../portal/applications.ts';
import { sizes } from '../../../../../ui/sizes.ts';

/** Replaces the secret, after a question. */
export function ResetSecret({
  app,
  onSecret,
}: {
  app: RegisteredApp;
  onSecret: (secret: string) => Promise<void>;
}) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  return (
    <Task
      name={t('gallery.app.reset')}
      text={t('gallery.app.reset.text')}
      work={async () => onSecret((await resetSecret(connection, app.client_id)).client_secret ?? '')}
    />
  );
}

/** Ends the registration, after a question. */
export function EndRegistration({ app, onEnded }: { app: RegisteredApp; onEnded: () => Promise<void> }) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  return (
    <Task
      name={t('gallery.app.end')}
      text={t('gallery.app.end.text')}
      destructive
      work={async () => {
        await unregisterApp(connection, app.client_id);
        await onEnded();
      }}
    />
  );
}

interface TaskProps {
  name: string;
  /** What it ends. */
  text: string;
  destructive?: boolean;
  work: () => Promise<void>;
}

function Task({ name, text, destructive = false, work }: TaskProps) {
  const { t } = useTranslation();
  const title = useId();
  const [open, setOpen] = useState(false);
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: work,
    onSuccess: () => setOpen(false),
  });
  const color = destructive ? 'error' : 'primary';
  return (
    <>
      <Button
        variant="outlined"
        color={color}
        sx={{ minHeight: sizes.touch }}
        onClick={() => {
          reset();
          setOpen(true);
        }}
      >
        {name}
      </Button>
      <Dialog
        open={open}
        fullWidth
        maxWidth="xs"
        onClose={() => !isPending && setOpen(false)}
        aria-labelledby={title}
      >
        <DialogTitle id={title}>{name}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <DialogContentText>{text}</DialogContentText>
          {error && (
            <Alert severity="error">
              <ErrorMessage error={error} />
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button disabled={isPending} onClick={() => setOpen(false)}>
            {t('gallery.fields.cancel')}
          </Button>
          <Button variant="contained" color={color} disabled={isPending} onClick={() => mutate()}>
            {name}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
