/** Charts of a layer's features, which select them on the map. */
import InsertChart from '@mui/icons-material/InsertChartOutlined';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

export { DashboardDock } from './dashboard-dock.tsx';

/** Tool of the sidebar. */
export const chartsTool = {
  id: 'charts',
  title: 'charts.title',
  Icon: InsertChart,
  load: async () => (await import('./charts-panel.tsx')).ChartsPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ hasFeatures }) => hasFeatures),
} as const;
