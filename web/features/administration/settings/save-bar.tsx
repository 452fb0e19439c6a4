import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import { MappingError } from '../../../../wire/errors.ts';
import { StickyBar } from '../../../ui/sticky-bar.ts';
import { errorText } from '../../languages/index.ts';
import { pathWords } from '../words.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import type { Draft } from './use-draft.ts';
import { TrialDialog } from './trial-dialog.tsx';
import { useSave } from './use-save.ts';

/** How much has changed, what is wrong, and the buttons that save or forget it. Always in view. */
export function SaveBar({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { save, trying, endTrial, conflict, settle, conflicts } = useSave(draft);
  const { changed, faults } = draft;
  const failed = save.error instanceof MappingError && save.error.status !== 412 ? save.error : undefined;
  // The dialog says it.
  const refused = trying ? undefined : failed;
  return (
    <StickyBar variant="outlined" sx={{ px: 2, py: 1.5, display: 'grid', gap: 1.5 }}>
      {refused && (
        <Alert severity="error">
          {errorText(t, refused)}
          {refused.faults.map(({ path, message }) => (
            <div key={path}>
              {pathWords(t, path)}: {message}
            </div>
          ))}
        </Alert>
      )}
      {conflicts.length > 0 && (
        <Alert severity="warning">
          {t('administration.conflict.both', {
            fields: conflicts.map((path) => pathWords(t, path)).join(', '),
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
          sx={{ minHeight: 44 }}
        >
          {t('administration.reset')}
        </Button>
        <Button
          variant="contained"
          disabled={changed.length === 0 || faults.length > 0}
          loading={save.isPending}
          onClick={() => save.mutate(undefined)}
          sx={{ minHeight: 44 }}
        >
          {t('administration.save')}
        </Button>
      </Box>
      {trying && (
        <TrialDialog
          portal={draft.config.portal}
          busy={save.isPending}
          error={failed?.id === 'config:sign-in-needed' ? undefined : save.error}
          onProof={(trial) => save.mutate(trial)}
          onClose={endTrial}
        />
      )}
      {conflict && <ConflictDialog opened={draft.opened} theirs={conflict} onSettle={settle} />}
    </StickyBar>
  );
}
