/** Analyses that make a new layer: buffers, overlays, joins, summaries, grids. */
import JoinInner from '@mui/icons-material/JoinInnerOutlined';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

/** Tool of the sidebar. */
export const analysisTool = {
  id: 'analysis',
  title: 'analysis.title',
  Icon: JoinInner,
  load: async () => (await import('./analysis-panel.tsx')).AnalysisPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ hasFeatures }) => hasFeatures),
} as const;
