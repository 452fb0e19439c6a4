import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { listRevisions, openConfig, restoreRevision } from '../../../api/administration.ts';
import { useApplicationContext } from '../../../context/application-context.ts';
import { errorText } from '../../languages/index.ts';
import { LoadState } from '../load-state.tsx';
import { MoreRows } from '../more-rows.tsx';
import { RevisionCard } from './revision-card.tsx';

/** Every save of the configuration with what it changed; any of them can be brought back. */
export function RevisionsPage() {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const queries = useQueryClient();
  const revisions = useInfiniteQuery({
    queryKey: ['administration', org, 'revisions'],
    initialPageParam: undefined as number | undefined,
    queryFn: ({ pageParam, signal }) => listRevisions(org, pageParam, signal),
    getNextPageParam: ({ next }) => next,
  });
  const restore = useMutation({
    // The newest tag: whoever brings back means the one that is shown, whatever is in force.
    mutationFn: async (revision: number) => {
      const { tag } = await openConfig(org);
      await restoreRevision(org, tag, revision);
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: ['administration', org] }),
  });
  return (
    <LoadState query={revisions}>
      {({ pages }) => (
        <Box sx={{ display: 'grid', gap: 2 }}>
          {restore.error && <Alert severity="error">{errorText(t, restore.error)}</Alert>}
          {restore.isSuccess && (
            <Alert severity="success">
              {t('administration.revision.restored', { revision: restore.variables })}
            </Alert>
          )}
          {pages
            .flatMap((page) => page.revisions)
            .map((revision) => (
              <RevisionCard
                key={revision.revision}
                revision={revision}
                inForce={revision.revision === pages[0]?.current}
                busy={restore.isPending}
                onRestore={() => restore.mutate(revision.revision)}
              />
            ))}
          <MoreRows list={revisions} />
        </Box>
      )}
    </LoadState>
  );
}
