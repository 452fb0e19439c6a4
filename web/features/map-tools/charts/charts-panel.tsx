import Add from '@mui/icons-material/Add';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import InsertChart from '@mui/icons-material/InsertChartOutlined';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import LinearProgress from '@mui/material/LinearProgress';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { withoutIsolates } from '../../../../wire/languages.ts';
import { useAskedPart } from '../../../context/tool-part.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import {
  chartKinds,
  type ChartRequest,
  type ChartSession,
  isSingle,
  openCharts,
} from '../../../map/charts/charts.ts';
import { canSaveChart } from '../../../map/charts/web-chart.ts';
import type { LayerField } from '../../../map/layers/layer-fields.ts';
import { useMapState } from '../../../map/map-model.ts';
import { flatLayers, type LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { useAnnouncesSelection } from '../../../map/select/announced-selection.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { LoadFailed, StateMessage } from '../../../ui/state-message.tsx';
import { ChartDrawing, statisticTitle } from './chart-drawing.tsx';
import { ChartFields, completeRequest, firstKind } from './chart-fields.tsx';
import { SavedCharts } from './saved-charts.tsx';
import { isComplete, missingFields, missingText, useChart, useSelection } from './use-chart.ts';

/** A chart of one layer. Its bars, slices and points select features on the map. */
export function ChartsPanel() {
  const { t } = useTranslation();
  const layers = useMapState((state) => state.layers);
  const { session, error, again } = useCapability(openCharts);
  const charted = flatLayers(layers).filter(({ hasFeatures, status }) => hasFeatures && status !== 'failed');
  const [first] = charted;
  if (error !== undefined)
    return <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />;
  if (!first)
    return (
      <StateMessage icon={<InsertChart />} title={t('charts.noLayers')} detail={t('charts.noLayers.why')} />
    );
  return <Chart session={session} layers={charted} first={first.id} />;
}

interface ChartProps {
  session: ChartSession | undefined;
  layers: readonly LayerState[];
  first: string;
}

function Chart({ session, layers, first }: ChartProps) {
  const { t } = useTranslation();
  const [wanted, setWanted] = useState<Partial<Pick<ChartRequest, 'kind'>> & Omit<ChartRequest, 'kind'>>({
    layerId: first,
    field: undefined,
    statistic: 'count',
    value: undefined,
    inView: false,
  });
  /** The saved chart that is shown, until it is changed. */
  const [opened, setOpened] = useState<ChartRequest>();
  const open = (saved: ChartRequest) => {
    setOpened(saved);
    setWanted(saved);
  };
  useAskedPart('charts', (asked) => {
    const kind = chartKinds.find((one) => one === asked);
    setOpened(undefined);
    if (kind) setWanted((now) => ({ ...now, kind }));
  });
  const [listed, setListed] = useState(false);
  const layer = layers.find(({ id }) => id === wanted.layerId) ?? layers[0];
  const layerId = layer?.id ?? first;
  const fields = useQuery({
    queryKey: mapKeys.chartFields(useId(), layerId),
    queryFn: () => session?.fields(layerId) ?? [],
    enabled: session !== undefined,
    gcTime: 0,
  });
  const kind = wanted.kind ?? firstKind(fields.data ?? []);
  const request = completeRequest({ ...wanted, kind, layerId }, fields.data ?? []);
  const [selected, select] = useSelection(session, request);
  useAnnouncesSelection(isSingle(request.kind) ? undefined : layerId);
  const chart = useChart(session, request, {
    layer,
    known: fields.data !== undefined,
    selected,
  });
  const failed = fields.error ?? chart.error;
  const again = () => void (fields.error ? fields.refetch() : chart.refetch());
  const missing = missingFields(opened, fields.data);
  const unsuitable = fields.data && !isComplete(request);
  return (
    <Box sx={{ display: 'grid', gap: 2, p: 2, pt: 1 }}>
      {session && <SavedCharts session={session} layers={layers} onOpen={open} />}
      <ChartFields
        layers={layers}
        selected={selected?.length ?? 0}
        fields={fields.data}
        request={request}
        onChange={(change) => {
          setOpened(undefined);
          setWanted({ ...request, ...change });
        }}
      />
      {missing.length > 0 && (
        <Alert severity="warning">
          {missingText(t, missing)} {t('charts.gone.replaced')}
        </Alert>
      )}
      {failed ? (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={<ErrorMessage error={failed} />}
          action={<Button onClick={again}>{t('app.tryAgain')}</Button>}
        />
      ) : unsuitable ? (
        <Typography color="textSecondary">{t('charts.noFields')}</Typography>
      ) : (
        <Box sx={{ minWidth: 0 }}>
          <LinearProgress
            aria-label={t('app.loading')}
            sx={{ height: 2, visibility: chart.isFetching || !chart.data ? 'visible' : 'hidden' }}
          />
          <Box sx={{ minHeight: 240 }}>
            {chart.data && (
              <ChartDrawing
                data={chart.data}
                request={request}
                fields={fields.data ?? []}
                onSelect={select}
                listed={listed}
                onList={setListed}
              />
            )}
          </Box>
          {session && chart.data && canSaveChart(layer?.kind) && (
            <Button
              size="small"
              startIcon={<Add fontSize="small" />}
              onClick={() => session.add(request, chartTitle(t, request, fields.data ?? []))}
              sx={{ mt: 1 }}
            >
              {t('charts.save')}
            </Button>
          )}
          {!isSingle(request.kind) && (
            <Box component="output" sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 36 }}>
              <Typography variant="body2" color="textSecondary" sx={{ flex: 1 }}>
                {selected === undefined ? t('charts.how') : t('charts.selected', { count: selected.length })}
              </Typography>
              {selected !== undefined && (
                <Button size="small" onClick={() => select(undefined)}>
                  {t('charts.clear')}
                </Button>
              )}
            </Box>
          )}
        </Box>
      )}
    </Box>
  );
}

/** The title of a saved chart, such as “Number of features by Kind”. */
function chartTitle(t: TFunction, request: ChartRequest, fields: readonly LayerField[]): string {
  const titleOf = (name: string | undefined) => fields.find((field) => field.name === name)?.title ?? '';
  const what = request.kind === 'scatter' ? titleOf(request.value) : statisticTitle(t, { request, fields });
  if (isSingle(request.kind)) return withoutIsolates(what);
  return withoutIsolates(t('charts.titleBy', { what, field: titleOf(request.field) }));
}
