/** Charts of a layer's features, which select them on the map. */
import InsertChart from '@mui/icons-material/InsertChartOutlined';
import type { MessageKey } from '../../../i18n/index.ts';
import type { ChartKind } from '../../../map/charts/charts.ts';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

export { DashboardDock } from './dashboard-dock.tsx';

/** Listed here, because the page does not need the code of charts until the panel opens. */
const titles: Record<ChartKind, MessageKey> = {
  bar: 'charts.kind.bar',
  pie: 'charts.kind.pie',
  line: 'charts.kind.line',
  histogram: 'charts.kind.histogram',
  scatter: 'charts.kind.scatter',
  gauge: 'charts.kind.gauge',
  number: 'charts.kind.number',
};

/** Tool of the sidebar. */
export const chartsTool = {
  id: 'charts',
  title: 'charts.title',
  Icon: InsertChart,
  parts: Object.entries(titles).map(([id, title]) => ({ id, title })),
  load: async () => (await import('./charts-panel.tsx')).ChartsPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ hasFeatures }) => hasFeatures),
} as const;
