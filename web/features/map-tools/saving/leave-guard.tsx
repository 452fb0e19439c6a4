import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BlockerFunction, useBlocker } from 'react-router';
import { askBeforeSignOut } from '../../../context/before-sign-out.ts';
import { useSaving } from './saving-context.ts';

export interface LeaveGuardProps {
  /** Whether the page is left deliberately, without a prompt. */
  passing: { readonly current: boolean };
  /** From now on the page is left deliberately. */
  onPass: () => void;
}

/**
 * Confirms before unsaved work is lost: with a dialog within the application and before signing out, else with the
 * browser's prompt.
 */
export function LeaveGuard({ passing, onPass }: LeaveGuardProps) {
  const { t } = useTranslation();
  const { work, status, mayOverwrite, save, discard } = useSaving();
  const { dirty } = work;
  const asks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      dirty && !passing.current && currentLocation.pathname !== nextLocation.pathname,
    [dirty, passing],
  );
  const blocker = useBlocker(asks);
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      if (!passing.current) event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, passing]);
  const [signingOut, setSigningOut] = useState<(goOn: boolean) => void>();
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = () => new Promise<boolean>((resolve) => setSigningOut(() => resolve));
    return askBeforeSignOut(ask);
  }, [dirty]);
  const answer = (goOn: boolean) => {
    // The page then reloads, and the browser need not prompt again.
    if (signingOut && goOn) onPass();
    signingOut?.(goOn);
    setSigningOut(undefined);
    if (goOn) blocker.proceed?.();
    else blocker.reset?.();
  };
  const stay = () => answer(false);
  const leave = async () => {
    await discard();
    answer(true);
  };
  const saveAndLeave = async () => answer(await save());
  return (
    <Dialog
      open={blocker.state === 'blocked' || signingOut !== undefined}
      onClose={stay}
      aria-labelledby="leave-title"
    >
      <DialogTitle id="leave-title">{t('saving.leave.title')}</DialogTitle>
      <DialogContent>
        <DialogContentText>{t('saving.leave.why')}</DialogContentText>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 0.5, p: 2 }}>
        <Button onClick={() => void leave()} color="error">
          {t('saving.leave.discard')}
        </Button>
        <Button onClick={stay} variant={mayOverwrite ? 'text' : 'contained'}>
          {t('saving.leave.stay')}
        </Button>
        {mayOverwrite && (
          <Button variant="contained" loading={status === 'saving'} onClick={() => void saveAndLeave()}>
            {t('saving.leave.save')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
