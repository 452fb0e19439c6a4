import JoinInner from '@mui/icons-material/JoinInnerOutlined';
import Refresh from '@mui/icons-material/Refresh';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import List from '@mui/material/List';
import ListItem from '@mui/material/ListItem';
import ListItemButton from '@mui/material/ListItemButton';
import ListItemText from '@mui/material/ListItemText';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import {
  type AnalysisOutcome,
  type AnalysisResult,
  type AnalysisSession,
  openAnalysis,
  type RunOptions,
} from '../../../map/analysis/analysis.ts';
import { analysisTools, type Recipe } from '../../../../wire/analysis.ts';
import { useAskedPart } from '../../../context/tool-part.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { shortTitle } from '../../../portal/save-item.ts';
import { LoadFailed, StateMessage } from '../../../ui/state-message.tsx';
import { radii, sizes } from '../../../ui/sizes.ts';
import { useRun } from '../../../ui/use-run.ts';
import { completeRecipe, RecipeFields, suitableLayers } from './recipe-fields.tsx';
import { ServerAnalyses } from './server-analyses.tsx';
import { ServerChoice, useServer } from './server-choice.tsx';

/** Computes new layers from those of the map. */
export function AnalysisPanel() {
  const { t } = useTranslation();
  const { session, error, again } = useCapability(openAnalysis);
  const layers = useStore(session?.layers, []);
  if (error !== undefined)
    return <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />;
  if (!session)
    return (
      <Box component="output" aria-label={t('app.loading')} sx={{ display: 'block', p: 2 }}>
        <LinearProgress aria-label={t('app.loading')} />
      </Box>
    );
  if (layers.length === 0)
    return (
      <StateMessage icon={<JoinInner />} title={t('charts.noLayers')} detail={t('charts.noLayers.why')} />
    );
  return <Analysis session={session} />;
}

const first: Recipe = { tool: 'buffer', input: '', onlySelected: false, metres: 500 };

function Analysis({ session }: { session: AnalysisSession }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const layers = useStore(session.layers);
  const [wanted, setWanted] = useState(first);
  const { part, error, outcome, run, stop } = useAnalysis();
  useAskedPart('analysis', (asked) => {
    const tool = analysisTools.find((one) => one === asked);
    if (tool) setWanted((now) => ({ ...now, tool, field: undefined }));
  });
  const suitable = suitableLayers(wanted, layers);
  const recipe = completeRecipe(wanted, layers);
  // What another tool needs stays, such as a distance.
  const change = (next: Recipe) => setWanted({ ...wanted, ...next });
  // A recipe without a field was made without one.
  const open = (made: Recipe) => change({ field: undefined, ...made });
  const server = useServer(session, recipe);
  const titleOf = (id: string | undefined) =>
    // Titles of results of results would become too long.
    shortTitle(layers.find((layer) => layer.id === id)?.title || t('layers.untitled'), 80);
  // Of the new layer.
  const title = withoutIsolates(
    recipe?.other === undefined
      ? t('analysis.result', { tool: t(`analysis.tool.${wanted.tool}`), layer: titleOf(recipe?.input) })
      : t('analysis.resultOf', {
          tool: t(`analysis.tool.${wanted.tool}`),
          layer: titleOf(recipe.input),
          other: titleOf(recipe.other),
        }),
  );
  const again = (result: AnalysisResult) =>
    result.url === undefined
      ? void run((options) => session.runAgain(result, options))
      : server.start(result.recipe, result.title);
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, pt: 1 }}>
      <RecipeFields session={session} layers={layers} recipe={{ ...wanted, ...suitable }} onChange={change} />
      {!suitable && <Typography color="textSecondary">{t('analysis.noSuitable')}</Typography>}
      <ServerChoice server={server} />
      {part === undefined ? (
        <Button
          variant="contained"
          disabled={!recipe}
          loading={server.isStarting}
          onClick={() => {
            if (!recipe) return;
            // The result becomes the first layer: the next run has the same input.
            change(recipe);
            if (server.isChosen) server.start(recipe, title);
            else void run((options) => session.run(recipe, title, options));
          }}
        >
          {t('analysis.run')}
        </Button>
      ) : (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 2 }}>
          <LinearProgress
            aria-label={t('analysis.progress')}
            variant="determinate"
            value={part * 100}
            sx={{ flex: 1 }}
          />
          <Button onClick={stop}>{t('layers.cancel')}</Button>
        </Box>
      )}
      {error !== undefined && (
        <Alert severity="error">
          <ErrorMessage error={error} />
        </Alert>
      )}
      {server.error && (
        <Alert severity="error">
          <ErrorMessage error={server.error} />
        </Alert>
      )}
      {outcome && (
        <Alert severity={outcome.repaired + outcome.unsaved > 0 ? 'warning' : 'success'}>
          {t('analysis.done', { count: outcome.features })}{' '}
          {outcome.repaired > 0 && t('analysis.repaired', { count: outcome.repaired })}{' '}
          {outcome.unsaved > 0 &&
            t('analysis.unsaved', { count: outcome.unsaved, number: number(outcome.unsaved) })}
        </Alert>
      )}
      <ServerAnalyses session={session} jobs={server.jobs} />
      <AnalysisResults session={session} busy={part !== undefined} onOpen={open} onAgain={again} />
    </Box>
  );
}

/** Runs one analysis at a time; leaving the panel cancels it. */
function useAnalysis() {
  const { busy, error, run, cancel } = useRun();
  const [part, setPart] = useState(0);
  const [outcome, setOutcome] = useState<AnalysisOutcome>();
  const analyse = (start: (options: RunOptions) => Promise<AnalysisOutcome>) =>
    run(async (signal) => {
      setOutcome(undefined);
      setPart(0);
      const result = await start({ signal, onProgress: (now) => signal.aborted || setPart(now) });
      if (!signal.aborted) setOutcome(result);
    });
  return { part: busy ? part : undefined, error, outcome, run: analyse, stop: cancel };
}

interface AnalysisResultsProps {
  session: AnalysisSession;
  busy: boolean;
  onOpen: (recipe: Recipe) => void;
  onAgain: (result: AnalysisResult) => void;
}

/** The map's layers that are results of analyses, with their recipes. */
function AnalysisResults({ session, busy, onOpen, onAgain }: AnalysisResultsProps) {
  const { t } = useTranslation();
  const heading = useId();
  const results = useStore(session.results);
  const layers = useStore(session.layers);
  if (results.length === 0) return null;
  const titleOf = (id: string) =>
    layers.find((layer) => layer.id === id)?.title || t('analysis.missingLayer');
  const howMade = ({ tool, input, other }: Recipe) =>
    [t(`analysis.tool.${tool}`), titleOf(input), ...(other ? [titleOf(other)] : [])].join(' · ');
  return (
    <Box component="section" aria-labelledby={heading}>
      <Typography id={heading} component="h3" variant="body2" color="textSecondary" sx={{ pb: 0.5 }}>
        {t('analysis.results')}
      </Typography>
      <List disablePadding sx={{ border: 1, borderColor: 'divider', borderRadius: radii.control }}>
        {results.map((result) => (
          <ListItem
            key={result.layerId}
            disablePadding
            secondaryAction={
              <Tooltip title={t('analysis.again')}>
                <span>
                  <IconButton
                    edge="end"
                    disabled={busy}
                    aria-label={t('analysis.againOf', { title: result.title })}
                    onClick={() => onAgain(result)}
                  >
                    <Refresh fontSize="small" />
                  </IconButton>
                </span>
              </Tooltip>
            }
          >
            <ListItemButton onClick={() => onOpen(result.recipe)} sx={{ minHeight: sizes.touch, py: 0.25 }}>
              <ListItemText
                primary={<bdi>{result.title || t('layers.untitled')}</bdi>}
                secondary={howMade(result.recipe)}
                sx={{ overflowWrap: 'anywhere' }}
              />
            </ListItemButton>
          </ListItem>
        ))}
      </List>
    </Box>
  );
}
