/** Analyses that make a new layer: buffers, overlays, joins, summaries, grids. */
import JoinInner from '@mui/icons-material/JoinInnerOutlined';
import type { AnalysisTool } from '../../../../wire/analysis.ts';
import type { MessageKey } from '../../../i18n/index.ts';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

/** Listed here, because the page does not need what else is known of them until the panel opens. */
const titles: Record<AnalysisTool, MessageKey> = {
  buffer: 'analysis.tool.buffer',
  clip: 'analysis.tool.clip',
  intersect: 'analysis.tool.intersect',
  union: 'analysis.tool.union',
  difference: 'analysis.tool.difference',
  dissolve: 'analysis.tool.dissolve',
  join: 'analysis.tool.join',
  nearest: 'analysis.tool.nearest',
  summarise: 'analysis.tool.summarise',
  aggregate: 'analysis.tool.aggregate',
  grid: 'analysis.tool.grid',
  centroids: 'analysis.tool.centroids',
  hull: 'analysis.tool.hull',
};

/** Tool of the sidebar. */
export const analysisTool = {
  id: 'analysis',
  title: 'analysis.title',
  Icon: JoinInner,
  parts: Object.entries(titles).map(([id, title]) => ({ id, title })),
  load: async () => (await import('./analysis-panel.tsx')).AnalysisPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ hasFeatures }) => hasFeatures),
} as const;
