import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrialSignIn } from '../../../../../wire/administration.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { prepareTrial, type Trial } from '../../../../portal/session/trial-sign-in.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useLanguage } from '../../../../i18n/index.ts';
import { sizes } from '../../../../ui/sizes.ts';
import { fieldPathName } from '../field-names.ts';

/** Whether a change needs a sign-in with the new settings before it is saved. */
export function needsTrial(error: unknown): boolean {
  return error instanceof MappingError && error.id === 'config:sign-in-needed';
}

/** Why the server did not save: its message, and that of each field. */
export function Rejected({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const faults = error instanceof MappingError ? error.faults : [];
  return (
    <Alert severity="error">
      <ErrorMessage error={error} />
      {faults.map(({ path, message }) => (
        <div key={path}>
          {fieldPathName(t, path)}:{' '}
          <bdi lang="en" dir="ltr">
            {message}
          </bdi>
        </div>
      ))}
    </Alert>
  );
}

interface TrialDialogProps {
  portal: { url: string; appId: string };
  /** What the sign-in is for; by default, to save other portal settings. */
  text?: string;
  /** Whether the save that carries the proof is under way. */
  busy: boolean;
  /** Why the last proof was rejected. */
  error: unknown;
  onProof: (trial: TrialSignIn) => void;
  onClose: () => void;
}

/** Prompts for a sign-in with a new portal URL and App ID before they take effect. */
export function TrialDialog({ portal, text, busy, error, onProof, onClose }: TrialDialogProps) {
  const { t } = useTranslation();
  const { trial, opened, failure, open } = useTrial(portal, onProof);
  return (
    <Dialog open fullWidth maxWidth="sm" onClose={() => !busy && onClose()} aria-labelledby="trial-title">
      <DialogTitle id="trial-title">{t('administration.trial.title')}</DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography sx={{ overflowWrap: 'anywhere' }}>
          {text ?? t('administration.trial.text', { portal: portal.url })}
        </Typography>
        {opened && !busy && !error && (
          <Typography color="textSecondary" component="output">
            {t('administration.trial.waiting')}
          </Typography>
        )}
        {failure !== undefined && (
          <Alert severity="warning">
            <ErrorMessage error={failure} />
          </Alert>
        )}
        {Boolean(error) && !busy && <Rejected error={error} />}
      </DialogContent>
      <DialogActions>
        <Button disabled={busy} onClick={onClose} sx={{ minHeight: sizes.touch }}>
          {t('administration.cancel')}
        </Button>
        <Button
          variant="contained"
          loading={busy}
          disabled={!trial}
          onClick={open}
          sx={{ minHeight: sizes.touch }}
        >
          {t('administration.trial.signIn')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** A trial that is ready to be opened by a click; a new one is created after each completed one. */
function useTrial({ url, appId }: TrialDialogProps['portal'], onProof: TrialDialogProps['onProof']) {
  const { org } = useConfiguration();
  const { language } = useLanguage();
  const [trial, setTrial] = useState<Trial>();
  const [opened, setOpened] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const proved = useEffectEvent(onProof);
  useEffect(() => {
    let current: Trial | undefined;
    let over = false;
    const run = async () => {
      for (;;) {
        const made = await prepareTrial({
          portalUrl: url,
          appId,
          organisation: org,
          locale: language,
          page: window,
        });
        if (over) return made.end();
        current = made;
        setTrial(made);
        await made.code.then(proved, setFailure);
        setOpened(false);
        setTrial(undefined);
      }
    };
    run().catch(setFailure);
    return () => {
      over = true;
      current?.end();
    };
  }, [url, appId, org, language]);
  return {
    trial,
    opened,
    failure,
    open: () => {
      setFailure(undefined);
      setOpened(true);
      trial?.open();
    },
  };
}
