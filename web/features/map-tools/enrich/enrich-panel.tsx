import CropFree from '@mui/icons-material/CropFree';
import CropSquare from '@mui/icons-material/CropSquare';
import Functions from '@mui/icons-material/FunctionsOutlined';
import Gesture from '@mui/icons-material/Gesture';
import HighlightAlt from '@mui/icons-material/HighlightAlt';
import MyLocation from '@mui/icons-material/MyLocationOutlined';
import PentagonOutlined from '@mui/icons-material/PentagonOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { useFormats } from '../../../i18n/index.ts';
import {
  type AreaShape,
  type EnrichRequest,
  type EnrichSession,
  openEnrich,
} from '../../../map/enrich/enrich.ts';
import { useMapState } from '../../../map/map-model.ts';
import { flatLayers, type LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { ShapeButtons, WideShapeButton } from '../../../ui/shape-buttons.tsx';
import { LoadFailed, StateMessage } from '../../../ui/state-message.tsx';
import { type Run, useRun } from '../../../ui/use-run.ts';
import { EnrichLayers } from './enrich-layers.tsx';
import { Figures } from './figures.tsx';

const icons = { rectangle: CropSquare, lasso: Gesture, area: PentagonOutlined, point: MyLocation } as const;
/** Maximum distance in metres. */
const farthest = 100_000;

/** Counts and sums up the features of layers in an area. */
export function EnrichPanel() {
  const { t } = useTranslation();
  const layers = useMapState((state) => state.layers);
  const { session, error, again } = useCapability(openEnrich);
  const offered = flatLayers(layers).filter(({ hasFeatures, status }) => hasFeatures && status !== 'failed');
  if (error !== undefined)
    return <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />;
  if (!session)
    return (
      <Box component="output" aria-label={t('app.loading')} sx={{ display: 'block', p: 2 }}>
        <LinearProgress aria-label={t('app.loading')} />
      </Box>
    );
  if (offered.length === 0)
    return (
      <StateMessage icon={<Functions />} title={t('charts.noLayers')} detail={t('charts.noLayers.why')} />
    );
  return <Enriching session={session} layers={offered} />;
}

function Enriching({ session, layers }: { session: EnrichSession; layers: readonly LayerState[] }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const owner = useId();
  const size = useStore(session.area);
  const [metres, setMetres] = useState(500);
  const [wanted, setWanted] = useState<readonly EnrichRequest[]>();
  const choosing = useChoosing();
  const visible = layers.filter((layer) => layer.visible);
  const requests = (
    wanted ?? (visible[0] ? [{ layerId: visible[0].id, fields: [], category: undefined }] : [])
  ).filter(({ layerId }) => layers.some(({ id }) => id === layerId));
  const { data, isFetching, error } = useQuery({
    queryKey: mapKeys.enriched(owner, choosing.turn, requests),
    queryFn: ({ signal }) => session.read(requests, signal),
    enabled: size !== undefined && requests.length > 0,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const adding = useMutation({
    mutationFn: () =>
      session.toLayer(t('enrich.resultTitle'), data ?? [], {
        area: t('enrich.nameOfArea'),
        count: (layer) => withoutIsolates(t('enrich.nameOfCount', { layer })),
        sum: (layer, field) => withoutIsolates(t('enrich.nameOfSum', { layer, field })),
        mean: (layer, field) => withoutIsolates(t('enrich.nameOfMean', { layer, field })),
      }),
  });
  const failure = choosing.error ?? error ?? adding.error;
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, pt: 1 }}>
      <AreaChoice session={session} metres={metres} onMetres={setMetres} choosing={choosing} />
      <EnrichLayers session={session} layers={layers} requests={requests} onChange={setWanted} />
      <LinearProgress
        aria-label={t('app.loading')}
        sx={{ height: 2, visibility: isFetching || choosing.busy ? 'visible' : 'hidden' }}
      />
      {failure !== undefined && failure !== null && (
        <Alert severity="error">
          <ErrorMessage error={failure} />
        </Alert>
      )}
      {size !== undefined && (
        <>
          <Typography component="output">
            {t('enrich.size', { hectares: number(Number((size / 10_000).toPrecision(4))) })}
          </Typography>
          {data?.map((figures) => (
            <Figures key={figures.layerId} figures={figures} />
          ))}
          <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
            <Button
              variant="contained"
              disabled={!data || isFetching}
              loading={adding.isPending}
              onClick={() => adding.mutate()}
            >
              {t('enrich.toLayer')}
            </Button>
            <Button onClick={() => session.clear()}>{t('enrich.clear')}</Button>
          </Box>
        </>
      )}
    </Box>
  );
}

/** Chooses one area at a time, and counts them. */
function useChoosing() {
  const { busy, error, run } = useRun();
  const [turn, setTurn] = useState(0);
  const choose: Run = (action) =>
    run(async (signal) => {
      try {
        await action(signal);
      } finally {
        if (!signal.aborted) setTurn((count) => count + 1);
      }
    });
  return { busy, error, turn, choose };
}

interface AreaChoiceProps {
  session: EnrichSession;
  metres: number;
  onMetres: (metres: number) => void;
  choosing: ReturnType<typeof useChoosing>;
}

function AreaChoice({ session, metres, onMetres, choosing }: AreaChoiceProps) {
  const { t } = useTranslation();
  const drawing = useStore(session.drawing);
  const selected = [...useStore(session.selected).values()].reduce((sum, ids) => sum + ids.length, 0);
  const isValid = metres > 0 && metres <= farthest;
  const draw = (shape: AreaShape) => {
    if (shape === drawing) session.stopDrawing();
    else void choosing.choose(() => session.draw(shape, metres));
  };
  return (
    <>
      <ShapeButtons
        label={t('enrich.area')}
        icons={icons}
        textOf={(shape) => t(`enrich.shape.${shape}`)}
        drawn={drawing}
        isDisabled={(shape) => shape === 'point' && !isValid}
        onDraw={draw}
      >
        <WideShapeButton
          icon={<CropFree fontSize="small" />}
          onClick={() => void choosing.choose(() => session.takeView())}
        >
          {t('enrich.view')}
        </WideShapeButton>
        {selected > 0 && (
          <WideShapeButton
            icon={<HighlightAlt fontSize="small" />}
            disabled={!isValid}
            onClick={() => void choosing.choose((signal) => session.takeSelected(metres, signal))}
          >
            {t('enrich.selected', { count: selected })}
          </WideShapeButton>
        )}
      </ShapeButtons>
      <Typography component="output" color="textSecondary" variant="body2">
        {t(drawing && drawing !== 'line' ? `enrich.draw.${drawing}` : 'enrich.what')}
      </Typography>
      <TextField
        size="small"
        type="number"
        label={t('enrich.metres')}
        value={metres || ''}
        error={!isValid}
        helperText={isValid ? undefined : t('select.metres.invalid', { most: farthest })}
        onChange={(event) => onMetres(Number(event.target.value))}
      />
    </>
  );
}
