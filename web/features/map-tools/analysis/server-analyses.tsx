import { isTemporary } from '../../../../wire/errors.ts';
import Close from '@mui/icons-material/Close';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import type { AnalysisSession } from '../../../map/analysis/analysis.ts';
import { useStore } from '../../../store.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { maxMisses } from '../../../portal/uploads/follow-job.ts';
import { cancelPublishing, publishingProgress } from '../../../portal/uploads/publish-file.ts';
import { radii } from '../../../ui/sizes.ts';
import type { ServerJob, ServerJobs } from './server-jobs.ts';

/** Milliseconds between two requests of the progress. */
const pollMilliseconds = 1500;

interface ServerAnalysesProps {
  session: AnalysisSession;
  jobs: ServerJobs;
}

/** The analyses that the server computes, including those of earlier visits, with their progress and results. */
export function ServerAnalyses({ session, jobs }: ServerAnalysesProps) {
  const { t } = useTranslation();
  const heading = useId();
  const list = useStore(jobs.list);
  if (list.length === 0) return null;
  return (
    <Box component="section" aria-labelledby={heading}>
      <Typography id={heading} component="h3" variant="body2" color="textSecondary" sx={{ pb: 0.5 }}>
        {t('analysis.onServer')}
      </Typography>
      <List disablePadding sx={{ border: 1, borderColor: 'divider', borderRadius: radii.control }}>
        {list.map((job) => (
          <ListItem key={job.jobId} sx={{ display: 'block', py: 1 }}>
            <Job session={session} jobs={jobs} job={job} />
          </ListItem>
        ))}
      </List>
    </Box>
  );
}

function Job({ session, jobs, job }: ServerAnalysesProps & { job: ServerJob }) {
  const { t } = useTranslation();
  const { percent } = useFormats();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const { jobId, title, recipe, serviceurl } = job;
  const { data: progress, error } = useQuery({
    queryKey: personKeys(connection, who).analysis(jobId),
    queryFn: async () => (await publishingProgress(connection, who, job)) ?? 'done',
    refetchInterval: ({ state }) => (state.data === 'done' || state.error ? false : pollMilliseconds),
    // Neither an interrupted connection nor an overloaded server ends the job.
    retry: (misses, failure) => misses < maxMisses && isTemporary(failure),
    gcTime: 0,
  });
  const queries = useQueryClient();
  const isDone = progress === 'done';
  useEffect(() => {
    if (isDone) void queries.invalidateQueries({ queryKey: personKeys(connection, who).content() });
  }, [isDone, queries, connection, who]);
  const add = useMutation({
    mutationFn: () => session.addHosted(serviceurl, title, recipe),
    onSuccess: () => jobs.remove(jobId),
  });
  const cancel = useMutation({
    mutationFn: () => cancelPublishing(connection, who, job, true),
    onSuccess: () => jobs.remove(jobId),
  });
  const ended = isDone || error !== null;
  const failure = error ?? add.error ?? cancel.error;
  const stage = typeof progress === 'object' ? progress.stage : 'waiting';
  const share = typeof progress === 'object' ? (progress.share ?? 0) : 0;
  return (
    <>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1 }}>
        <Box component="bdi" sx={{ flex: 1, overflowWrap: 'anywhere' }}>
          {title}
        </Box>
        {isDone && (
          <Button size="small" loading={add.isPending} onClick={() => add.mutate()}>
            {t('analysis.addToMap')}
          </Button>
        )}
        {!ended && (
          <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate()}>
            {t('layers.cancel')}
          </Button>
        )}
        {ended && (
          <IconButton
            edge="end"
            aria-label={t('analysis.dismiss', { title })}
            onClick={() => jobs.remove(jobId)}
          >
            <Close fontSize="small" />
          </IconButton>
        )}
      </Box>
      {!ended && (
        <>
          <LinearProgress
            variant="determinate"
            value={share * 100}
            aria-label={t('analysis.progressOf', { title })}
            sx={{ my: 0.5 }}
          />
          <Typography variant="body2" color="textSecondary">
            {t(`analysis.stage.${stage}`, { part: percent(share) })}
          </Typography>
        </>
      )}
      {isDone && (
        <Typography variant="body2" color="textSecondary">
          {t('analysis.inContent')}
        </Typography>
      )}
      {failure && (
        <Alert severity="error">
          <ErrorMessage error={failure} />
        </Alert>
      )}
    </>
  );
}
