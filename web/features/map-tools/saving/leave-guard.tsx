import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogContentText from '@mui/material/DialogContentText';
import DialogTitle from '@mui/material/DialogTitle';
import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Blocker, type BlockerFunction, useBlocker } from 'react-router';
import { askBeforeLeaving, type LeaveAnswer, mayLeave, wouldLose } from '../../../context/before-leaving.ts';
import { keepsOpen, useOpenMap } from '../../../context/open-map.ts';
import { useSaving } from './saving-context.ts';

export interface LeaveGuardProps {
  /** Whether the page is left deliberately, without a prompt. */
  passing: { readonly current: boolean };
  /** Called with whether the page is left deliberately from now on. */
  onPassing: (isPassing: boolean) => void;
}

/**
 * Confirms before unsaved work is lost: with a dialog within the application and before signing out, else with the
 * browser's prompt.
 */
export function LeaveGuard({ passing, onPassing }: LeaveGuardProps) {
  const { t } = useTranslation();
  const { work, status, mayOverwrite, save, discard } = useSaving();
  const { dirty } = work;
  const { viewerKey } = useOpenMap();
  const asks = useCallback<BlockerFunction>(
    ({ currentLocation, nextLocation }) =>
      (dirty || wouldLose('tool')) &&
      !passing.current &&
      !keepsOpen(nextLocation, viewerKey) &&
      currentLocation.pathname !== nextLocation.pathname,
    [dirty, passing, viewerKey],
  );
  const blocker = useBlocker(asks);
  const toolAnswered = useToolAnswer(blocker, dirty);
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = (event: BeforeUnloadEvent) => {
      // Once: another part of the page may ask, such as an edited form, and the user stays.
      if (passing.current) onPassing(false);
      else event.preventDefault();
    };
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [dirty, passing, onPassing]);
  const [signingOut, setSigningOut] = useState<(answer: LeaveAnswer) => void>();
  useEffect(() => {
    if (!dirty) return undefined;
    const ask = () => new Promise<LeaveAnswer>((resolve) => setSigningOut(() => resolve));
    return askBeforeLeaving('page', ask);
  }, [dirty]);
  const answer = (goOn: LeaveAnswer) => {
    signingOut?.(goOn);
    setSigningOut(undefined);
    if (goOn) blocker.proceed?.();
    else blocker.reset?.();
  };
  const stay = () => answer(false);
  const leave = async () => {
    if (!signingOut) await discard();
    answer(async () => {
      await discard();
      // The page then reloads, and the browser need not prompt again.
      onPassing(true);
    });
  };
  const saveAndLeave = async () => answer(await save());
  return (
    <Dialog open={toolAnswered || signingOut !== undefined} onClose={stay} aria-labelledby="leave-title">
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

/**
 * Lets the tool in use ask first, such as about an unsaved form: a page can block its router once only.
 * @returns whether the map’s own question is next
 */
function useToolAnswer(blocker: Blocker, dirty: boolean): boolean {
  const [answered, setAnswered] = useState<Blocker>();
  const goOnWith = useEffectEvent((blocked: Blocker & { state: 'blocked' }) => {
    if (dirty) setAnswered(blocked);
    else blocked.proceed();
  });
  useEffect(() => {
    if (blocker.state !== 'blocked') return undefined;
    let over = false;
    const ask = async () => {
      const goOn = await mayLeave('tool');
      if (over) return;
      if (goOn) goOnWith(blocker);
      else blocker.reset();
    };
    void ask();
    return () => {
      over = true;
    };
  }, [blocker]);
  return blocker.state === 'blocked' && answered === blocker;
}
