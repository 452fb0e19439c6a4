import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TrialSignIn, ConfigRevision } from '../../../../../wire/administration.ts';
import { listRevisions, openConfig, openRevision, restoreRevision } from '../../../../api/administration.ts';
import { apiKeys } from '../../../../api/query-keys.ts';
import { useConfiguration } from '../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../i18n/error-message.tsx';
import { useLanguage } from '../../../../i18n/index.ts';
import { radii, sizes } from '../../../../ui/sizes.ts';
import { ChangeList } from '../change-list.tsx';
import { LoadState } from '../load-state.tsx';
import { MoreRows } from '../rows.tsx';
import { needsTrial, TrialDialog } from '../settings/trial-dialog.tsx';

/** Every save of the configuration with its changes; any of them can be restored. */
export function RevisionsPage() {
  const { t } = useTranslation();
  const { org } = useConfiguration();
  const queries = useQueryClient();
  const revisions = useInfiniteQuery({
    queryKey: apiKeys(org).revisions,
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => listRevisions(org, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  });
  // Restoring a revision with another portal requires a sign-in there.
  const [tried, setTried] = useState<{ revision: number; portal: { url: string; appId: string } }>();
  const restore = useMutation({
    // The newest ETag: rolling back replaces the current configuration.
    mutationFn: async ({ revision, trial }: { revision: number; trial?: TrialSignIn }) => {
      const { tag } = await openConfig(org);
      await restoreRevision(org, tag, revision, trial);
    },
    onSuccess: () => {
      setTried(undefined);
      return queries.invalidateQueries({ queryKey: apiKeys(org).administration });
    },
    onError: async (cause, { revision }) => {
      if (!needsTrial(cause)) return;
      const opened = await openRevision(org, revision).catch(() => undefined);
      if (opened) setTried({ revision, portal: opened.config.portal });
    },
  });
  return (
    <LoadState query={revisions}>
      {({ pages }) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {restore.error && !tried && (
            <Alert severity="error">
              <ErrorMessage error={restore.error} />
            </Alert>
          )}
          {restore.isSuccess && (
            <Alert severity="success">
              {t('administration.revision.restored', { revision: restore.variables.revision })}
            </Alert>
          )}
          <Box sx={{ display: 'grid', gap: 2 }}>
            {pages
              .flatMap((page) => page.revisions)
              .map((revision) => (
                <RevisionCard
                  key={revision.revision}
                  revision={revision}
                  inForce={revision.revision === pages[0]?.current}
                  busy={restore.isPending}
                  onRestore={() => restore.mutate({ revision: revision.revision })}
                />
              ))}
          </Box>
          <MoreRows list={revisions} />
          {tried && (
            <TrialDialog
              portal={tried.portal}
              busy={restore.isPending}
              error={needsTrial(restore.error) ? undefined : restore.error}
              onProof={(trial) => restore.mutate({ revision: tried.revision, trial })}
              onClose={() => {
                setTried(undefined);
                restore.reset();
              }}
            />
          )}
        </Box>
      )}
    </LoadState>
  );
}

interface RevisionCardProps {
  revision: ConfigRevision;
  inForce: boolean;
  busy: boolean;
  onRestore: () => void;
}

/** One save: its number, author, time and changes. */
function RevisionCard({ revision, inForce, busy, onRestore }: RevisionCardProps) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const dateTime = new Intl.DateTimeFormat(formats, { dateStyle: 'medium', timeStyle: 'short' });
  const name = t('administration.revision', { number: revision.revision });
  return (
    <Paper
      component="section"
      aria-label={name}
      variant="outlined"
      sx={{ p: 2, borderRadius: radii.card, display: 'grid', gap: 1.5 }}
    >
      <Box sx={{ display: 'flex', gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
        <Box sx={{ flex: '1 1 200px' }}>
          <Typography variant="h3">{name}</Typography>
          <Typography color="textSecondary" variant="body2">
            {revision.author} · {dateTime.format(revision.savedAt)}
          </Typography>
        </Box>
        {inForce ? (
          <Chip size="small" color="primary" label={t('administration.revision.inForce')} />
        ) : (
          <Button
            loading={busy}
            onClick={onRestore}
            aria-label={`${t('administration.revision.restore')}: ${name}`}
            sx={{ minHeight: sizes.touch }}
          >
            {t('administration.revision.restore')}
          </Button>
        )}
      </Box>
      {revision.changes.length === 0 ? (
        <Typography color="textSecondary">{t('administration.revision.same')}</Typography>
      ) : (
        <ChangeList changes={revision.changes} />
      )}
    </Paper>
  );
}
