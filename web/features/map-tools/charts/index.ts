/** Charts of a layer's features, which select them on the map. */
import InsertChart from '@mui/icons-material/InsertChartOutlined';
import { chartKinds } from '../../../map/charts/charts.ts';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

export { DashboardDock } from './dashboard-dock.tsx';

/** Tool of the sidebar. */
export const chartsTool = {
  id: 'charts',
  title: 'charts.title',
  Icon: InsertChart,
  parts: chartKinds.map((id) => ({ id, title: `charts.kind.${id}` as const })),
  load: async () => (await import('./charts-panel.tsx')).ChartsPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ hasFeatures }) => hasFeatures),
} as const;
