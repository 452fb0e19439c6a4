import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Skeleton from '@mui/material/Skeleton';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../context/application-context.ts';
import { closedHosts, mayOpenHosts, reloadWithHosts } from '../../../context/page-hosts.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats, useItemTexts } from '../../../i18n/index.ts';
import { groupsOfItem } from '../../../portal/change-items.ts';
import type { CopyProgress } from '../../../portal/copy/copy-items.ts';
import type { Party } from '../../../portal/copy/report.ts';
import { planCopies, type PlannedCopy, sameGroup, type SourceItem } from '../../../portal/copy/plan.ts';
import { readMentioned, readSources } from '../../../portal/copy/read-sources.ts';
import { serversOfCopy } from '../../../portal/copy/servers-of-copy.ts';
import type { PortalGroup } from '../../../portal/portal-types.ts';
import { sizes } from '../../../ui/sizes.ts';
import { ChoicesForm } from './choices-form.tsx';
import { CopyReport } from './copy-report.tsx';
import { copyKeys } from './query-keys.ts';
import { type Choices, useCopy } from './use-copy.ts';

export interface CopyStepsProps {
  source: Party;
  target: Party;
  /** Items of the source. */
  ids: readonly string[];
  /** Called when the person has to sign in again. */
  onEnded: () => void;
}

/** What is to be copied, and what items there mention. */
interface Sources {
  items: readonly SourceItem[];
  mentioned: readonly SourceItem[];
  groupsOf: ReadonlyMap<string, readonly PortalGroup[]>;
  /** Hosts that the page must connect to. */
  servers: readonly string[];
}

/** What to copy and how, the progress, and the result. */
export function CopySteps({ source, target, ids, onEnded }: CopyStepsProps) {
  const sources = useQuery({
    queryKey: copyKeys(source).sources(ids),
    queryFn: ({ signal }) => loadSources(source, target, ids, signal),
    staleTime: Infinity,
    gcTime: 0,
  });
  if (sources.error)
    return (
      <Alert severity="error">
        <ErrorMessage error={sources.error} />
      </Alert>
    );
  if (!sources.data) return <Skeleton height={240} />;
  const { servers } = sources.data;
  // Where they cannot be allowed, the report names what could not be copied.
  if (closedHosts(servers).length > 0 && mayOpenHosts(servers)) return <AllowServers hosts={servers} />;
  return <LoadedSteps source={source} target={target} sources={sources.data} onEnded={onEnded} />;
}

async function loadSources(
  source: Party,
  target: Party,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Sources> {
  const items = await readSources(source, ids, signal);
  const mentioned = await readMentioned(source, items, signal);
  const groups = [...items, ...mentioned].map(
    async ({ id }) => [id, await groupsOfItem(source, id, signal).catch(() => [])] as const,
  );
  const servers = await serversOfCopy(target, [...items, ...mentioned], signal).catch(() => []);
  return { items, mentioned, groupsOf: new Map(await Promise.all(groups)), servers };
}

/** Loads the page again with the servers of the layers, before anything is copied. */
function AllowServers({ hosts }: { hosts: readonly string[] }) {
  const { t } = useTranslation();
  const { org, connection } = useConfiguration();
  const keepWork = () => connection.session.keepWork();
  return (
    <Box sx={{ display: 'grid', gap: 2, maxWidth: 720, justifyItems: 'start' }}>
      <Alert severity="info">{t('copy.reload.why')}</Alert>
      <Button
        variant="contained"
        sx={{ minHeight: sizes.touch }}
        onClick={() => void reloadWithHosts(hosts, { org, keepWork })}
      >
        {t('copy.reload')}
      </Button>
    </Box>
  );
}

interface LoadedStepsProps extends Omit<CopyStepsProps, 'ids'> {
  sources: Sources;
}

function LoadedSteps({ source, target, sources, onEnded }: LoadedStepsProps) {
  const { t } = useTranslation();
  const { items, mentioned, groupsOf } = sources;
  const copy = useCopy(source, target);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const allGroups = [...new Map([...groupsOf.values()].flat().map((group) => [group.id, group])).values()];
  const [choices, setChoices] = useState<Choices>(() => ({
    folder: '',
    share: false,
    groups: new Map(
      allGroups.flatMap(({ id, title }) => {
        const same = sameGroup(title, target.user.groups);
        return same ? [[id, same] as const] : [];
      }),
    ),
    groupsOf: new Map([...groupsOf].map(([id, groups]) => [id, groups.map((group) => group.id)])),
  }));
  const plan = planCopies([...items, ...mentioned].filter(({ id }) => !left.has(id)));
  const { state } = copy;
  if (state.step === 'copying') return <CopyingStep progress={state.progress} onStop={copy.stop} />;
  if (state.step === 'done') {
    return (
      <CopyReport
        plan={plan}
        report={state.report}
        ended={state.ended}
        target={target}
        onContinue={state.ended === 'signed-out' ? onEnded : () => void copy.start(plan, choices)}
      />
    );
  }
  return (
    <Box sx={{ display: 'grid', gap: 3, maxWidth: 720, gridTemplateColumns: 'minmax(0, 1fr)' }}>
      <ChoicesForm
        plan={waysOf(items)}
        mentioned={waysOf(mentioned)}
        left={left}
        onLeave={setLeft}
        groups={allGroups}
        target={target}
        choices={choices}
        onChange={setChoices}
      />
      {state.error !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={state.error} />
        </Alert>
      )}
      <Box>
        <Button
          variant="contained"
          disabled={plan.length === 0}
          sx={{ minHeight: sizes.touch }}
          onClick={() => void copy.start(plan, choices)}
        >
          {t('copy.start')}
        </Button>
      </Box>
    </Box>
  );
}

/** In the order in which they were chosen. */
function waysOf(items: readonly SourceItem[]): PlannedCopy[] {
  return items.flatMap((item) => planCopies([item]));
}

function CopyingStep({ progress, onStop }: { progress: CopyProgress | undefined; onStop: () => void }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const id = useId();
  const { titleOf } = useItemTexts();
  const { done = 0, of = 1, features = 0 } = progress ?? {};
  return (
    <Box sx={{ display: 'grid', gap: 1.5, maxWidth: 720, justifyItems: 'start' }}>
      <Typography id={id} component="output" sx={{ overflowWrap: 'anywhere' }}>
        {progress &&
          t('copy.progress', { done: number(done + 1), of: number(of), title: titleOf(progress.item) })}
      </Typography>
      <LinearProgress
        aria-labelledby={id}
        variant={progress ? 'determinate' : 'indeterminate'}
        value={(100 * done) / of}
        sx={{ height: 6, borderRadius: 3, width: '100%' }}
      />
      <Typography variant="body2" color="textSecondary" sx={{ minHeight: '1.5em' }}>
        {features > 0 && t('copy.features', { count: features, number: number(features) })}
      </Typography>
      <Button variant="outlined" onClick={onStop} sx={{ minHeight: sizes.touch }}>
        {t('copy.stop')}
      </Button>
    </Box>
  );
}
