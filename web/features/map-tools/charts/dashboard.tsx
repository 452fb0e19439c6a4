import Close from '@mui/icons-material/Close';
import CloudOff from '@mui/icons-material/CloudOffOutlined';
import InsertChart from '@mui/icons-material/InsertChartOutlined';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import LinearProgress from '@mui/material/LinearProgress';
import Paper from '@mui/material/Paper';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Tooltip from '@mui/material/Tooltip';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useOpenTool } from '../../../context/open-map.ts';
import { ErrorMessage } from '../../../i18n/error-message.tsx';
import { type ChartSession, isSingle, openCharts, type SavedChart } from '../../../map/charts/charts.ts';
import { useMapState } from '../../../map/map-model.ts';
import { flatLayers } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { useStore } from '../../../store.ts';
import { useCapability } from '../../../map/use-capability.ts';
import { sizes } from '../../../ui/sizes.ts';
import { LoadFailed, StateMessage } from '../../../ui/state-message.tsx';
import { ChartDrawing } from './chart-drawing.tsx';
import { missingFields, missingText, useChart, useSelection } from './use-chart.ts';

const scopes = ['all', 'view', 'selected'] as const;
type Scope = (typeof scopes)[number];

const none: readonly SavedChart[] = [];

/** The charts that are saved with the map, beside it. They follow the view or the selection, and select on the map. */
export function Dashboard({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const heading = useId();
  const openTool = useOpenTool();
  const { session, error, again } = useCapability(openCharts);
  const saved = useStore(session?.saved, none);
  const [scope, setScope] = useState<Scope>('view');
  return (
    <Box component="section" aria-labelledby={heading} sx={styles.panel}>
      <Box sx={styles.head}>
        <Typography id={heading} variant="h3" component="h2" noWrap sx={{ flex: 1, minWidth: 80 }}>
          {t('dashboard.title')}
        </Typography>
        {saved.length > 0 && (
          <ToggleButtonGroup
            exclusive
            size="small"
            value={scope}
            aria-label={t('dashboard.scope')}
            onChange={(_event, next: Scope | null) => next && setScope(next)}
          >
            {scopes.map((one) => (
              <ToggleButton key={one} value={one} sx={{ px: 1.25 }}>
                {t(`dashboard.scope.${one}`)}
              </ToggleButton>
            ))}
          </ToggleButtonGroup>
        )}
        <Tooltip title={t('dashboard.close')}>
          <IconButton
            aria-label={t('dashboard.close')}
            onClick={onClose}
            sx={{ width: sizes.touch, height: sizes.touch }}
          >
            <Close fontSize="small" />
          </IconButton>
        </Tooltip>
      </Box>
      {error !== undefined ? (
        <LoadFailed title={t('viewer.toolFailed')} retry={t('app.tryAgain')} onRetry={again} />
      ) : session && saved.length === 0 ? (
        <StateMessage
          icon={<InsertChart />}
          title={t('dashboard.empty')}
          detail={t('dashboard.empty.how')}
          action={<Button onClick={() => openTool('charts')}>{t('dashboard.charts')}</Button>}
        />
      ) : (
        <Box component="ul" aria-labelledby={heading} sx={styles.grid}>
          {session &&
            saved.map((chart) => <Card key={chart.id} session={session} chart={chart} scope={scope} />)}
        </Box>
      )}
    </Box>
  );
}

interface CardProps {
  session: ChartSession;
  chart: SavedChart;
  scope: Scope;
}

function Card({ session, chart, scope }: CardProps) {
  const { t } = useTranslation();
  const own = useId();
  const [listed, setListed] = useState(false);
  const { layerId, kind } = chart.request;
  const layer = useMapState(({ layers }) => flatLayers(layers).find(({ id }) => id === layerId));
  const fields = useQuery({
    queryKey: mapKeys.chartFields(own, layerId),
    queryFn: () => session.fields(layerId),
    gcTime: 0,
  });
  const request = { ...chart.request, inView: scope === 'view', onlySelected: scope === 'selected' };
  const [selected, select] = useSelection(session, request);
  const isNoneSelected = scope === 'selected' && selected === undefined;
  const missing = missingFields(request, fields.data);
  const found = useChart(session, request, {
    layer,
    known: fields.data !== undefined && missing.length === 0 && !isNoneSelected,
    selected,
  });
  const failed = fields.error ?? found.error;
  return (
    <Paper component="li" variant="outlined" sx={styles.card}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minHeight: 32 }}>
        <Typography
          variant="body2"
          component="h3"
          sx={{ flex: 1, fontWeight: 600, overflowWrap: 'anywhere' }}
        >
          <bdi>{chart.title || t(`charts.kind.${kind}`)}</bdi>
        </Typography>
        {selected !== undefined && !isSingle(kind) && (
          <Button size="small" onClick={() => select(undefined)}>
            {t('dashboard.clear')}
          </Button>
        )}
      </Box>
      <LinearProgress
        aria-label={t('app.loading')}
        sx={{ height: 2, visibility: found.isFetching && !failed ? 'visible' : 'hidden' }}
      />
      {missing.length > 0 ? (
        <StateMessage
          role="alert"
          icon={<InsertChart />}
          title={missingText(t, missing)}
          detail={t('charts.gone.remove')}
        />
      ) : failed ? (
        <StateMessage
          role="alert"
          icon={<CloudOff />}
          title={<ErrorMessage error={failed} />}
          action={
            <Button onClick={() => void (fields.error ? fields.refetch() : found.refetch())}>
              {t('app.tryAgain')}
            </Button>
          }
        />
      ) : isNoneSelected ? (
        <StateMessage icon={<InsertChart />} title={t('error.analysis:nothing-selected')} />
      ) : (
        found.data && (
          <ChartDrawing
            data={found.data}
            request={request}
            fields={fields.data ?? []}
            onSelect={select}
            listed={listed}
            onList={setListed}
          />
        )
      )}
    </Paper>
  );
}

const styles = {
  panel: {
    flex: 'none',
    display: 'flex',
    flexDirection: 'column',
    width: { xs: 'auto', sm: '50%' },
    maxWidth: { sm: 960 },
    height: { xs: '60%', sm: 'auto' },
    minHeight: 0,
    borderTop: { xs: 1, sm: 0 },
    borderInlineStart: { sm: 1 },
    borderColor: { xs: 'divider', sm: 'divider' },
    backgroundColor: 'background.default',
  },
  head: {
    display: 'flex',
    alignItems: 'center',
    gap: 1,
    flexShrink: 0,
    minHeight: 48,
    paddingInlineStart: 2,
    paddingInlineEnd: 0.5,
    borderBottom: 1,
    borderColor: 'divider',
    backgroundColor: 'background.paper',
  },
  grid: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(280px, 100%), 1fr))',
    gridAutoRows: 'max-content',
    gap: 1.5,
    alignItems: 'start',
    m: 0,
    p: 1.5,
    overflow: 'auto',
    flex: 1,
    minHeight: 0,
    listStyle: 'none',
  },
  card: { p: 1.5, minWidth: 0, minHeight: 160 },
} as const;
