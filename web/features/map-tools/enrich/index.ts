/** Figures of the features in an area: numbers, sums, means and categories of chosen layers. */
import Functions from '@mui/icons-material/FunctionsOutlined';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

/** Tool of the sidebar. */
export const enrichTool = {
  only: 'flat',
  id: 'enrich',
  title: 'enrich.title',
  Icon: Functions,
  load: async () => (await import('./enrich-panel.tsx')).EnrichPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ hasFeatures }) => hasFeatures),
} as const;
