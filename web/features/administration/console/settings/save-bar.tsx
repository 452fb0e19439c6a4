import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Typography from '@mui/material/Typography';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrialSignIn } from '../../../../../wire/administration.ts';
import type { AppConfig } from '../../../../../wire/app-config.ts';
import { configDifference } from '../../../../../wire/config-difference.ts';
import { MappingError } from '../../../../../wire/errors.ts';
import { openConfig, saveConfig, type OpenedConfig } from '../../../../api/administration.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { StickyBar } from '../../../../ui/page.tsx';
import { sizes } from '../../../../ui/sizes.ts';
import { ChangeList } from '../change-list.tsx';
import { fieldPathName } from '../field-names.ts';
import { needsTrial, Rejected, TrialDialog } from './trial-dialog.tsx';
import type { Draft } from './use-draft.ts';

/** The number of changes and errors, and the buttons that save or discard them. Always visible. */
export function SaveBar({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { save, trying, endTrial, conflict, settle, conflicts } = useSave(draft);
  const { changed, faults } = draft;
  return (
    <StickyBar variant="outlined" sx={{ px: 2, py: 1.5, display: 'grid', gap: 1.5 }}>
      {save.error && !trying && !conflict && <Rejected error={save.error} />}
      {conflicts.length > 0 && (
        <Alert severity="warning">
          {t('administration.conflict.both', {
            fields: conflicts.map((path) => fieldPathName(t, path)).join(', '),
          })}
        </Alert>
      )}
      {save.isSuccess && changed.length === 0 && (
        <Alert
          severity="success"
          action={
            <Button color="inherit" size="small" onClick={() => window.location.reload()}>
              {t('administration.reload')}
            </Button>
          }
        >
          {t('administration.saved', { revision: draft.opened.revision })}
        </Alert>
      )}
      <Box
        sx={{
          display: 'flex',
          gap: { xs: 1, sm: 1.5 },
          alignItems: 'center',
          justifyContent: 'flex-end',
          flexWrap: 'wrap',
        }}
      >
        <Typography
          component="output"
          color={faults.length > 0 ? 'error' : 'textSecondary'}
          sx={{ flex: { xs: '1 0 100%', sm: 1 }, minWidth: 160 }}
        >
          {faults.length > 0
            ? t('administration.faults', { number: faults.length })
            : changed.length > 0
              ? t('administration.changes', { number: changed.length })
              : t('administration.unchanged', { revision: draft.opened.revision })}
        </Typography>
        <Button
          disabled={changed.length === 0 || save.isPending}
          onClick={draft.reset}
          sx={{ minHeight: sizes.touch }}
        >
          {t('administration.reset')}
        </Button>
        <Button
          variant="contained"
          disabled={changed.length === 0 || faults.length > 0}
          loading={save.isPending}
          onClick={() => save.mutate({ sent: draft.config })}
          sx={{ minHeight: sizes.touch }}
        >
          {t('administration.save')}
        </Button>
      </Box>
      {trying && (
        <TrialDialog
          portal={draft.config.portal}
          busy={save.isPending}
          error={needsTrial(save.error) ? undefined : save.error}
          onProof={(trial) => save.mutate({ sent: draft.config, trial })}
          onClose={endTrial}
        />
      )}
      {conflict && <ConflictDialog opened={draft.opened} theirs={conflict} onSettle={settle} />}
    </StickyBar>
  );
}

interface ConflictDialogProps {
  opened: OpenedConfig;
  theirs: OpenedConfig;
  onSettle: (choice: 'both' | 'theirs' | 'later') => void;
}

/** Another administrator has saved meanwhile: their changes, and what to do with the user's own. */
function ConflictDialog({ opened, theirs, onSettle }: ConflictDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog open onClose={() => onSettle('later')} fullWidth aria-labelledby="conflict-title">
      <DialogTitle id="conflict-title">
        {t('administration.conflict.title', { author: theirs.author })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2 }}>
        <Typography>{t('administration.conflict.text')}</Typography>
        <ChangeList changes={configDifference(opened.config, theirs.config)} />
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap', gap: 1 }}>
        <Button onClick={() => onSettle('theirs')}>{t('administration.conflict.theirs')}</Button>
        <Button variant="contained" onClick={() => onSettle('both')}>
          {t('administration.conflict.keep')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

/** Saves a draft; if another administrator has saved since, their version is fetched so that the user can decide. */
function useSave(draft: Draft) {
  const { org } = useConfiguration();
  const queries = useQueryClient();
  const [conflict, setConflict] = useState<OpenedConfig>();
  const [trying, setTrying] = useState(false);
  const [conflicts, setConflicts] = useState<string[]>([]);
  const save = useMutation({
    mutationFn: ({ sent, trial }: { sent: AppConfig; trial?: TrialSignIn }) =>
      saveConfig(org, draft.opened.tag, sent, trial),
    onSuccess: (saved, { sent }) => {
      setTrying(false);
      draft.saved(saved, sent);
      queries.setQueryData(apiKeys(org).config, saved);
      setConflicts([]);
      const { revisions, audit, credentials } = apiKeys(org);
      for (const list of [revisions, audit(), credentials()])
        void queries.invalidateQueries({ queryKey: list });
    },
    onError: async (cause) => {
      if (needsTrial(cause)) setTrying(true);
      if (!(cause instanceof MappingError) || cause.status !== 412) return;
      setTrying(false);
      // Without their version the error is shown.
      setConflict(await openConfig(org).catch(() => undefined));
    },
  });
  return {
    save,
    /** Whether a sign-in with the new portal settings is needed before they are saved. */
    trying,
    endTrial() {
      setTrying(false);
      save.reset();
    },
    /** The other version, while the user has not decided yet. */
    conflict,
    /** Paths that both changed, after both were kept. */
    conflicts,
    settle(choice: 'both' | 'theirs' | 'later') {
      const theirs = conflict;
      setConflict(undefined);
      save.reset();
      if (!theirs || choice === 'later') return;
      if (choice === 'both') setConflicts(draft.rebase(theirs));
      else draft.replace(theirs);
    },
  };
}
