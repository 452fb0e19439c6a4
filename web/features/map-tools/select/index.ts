/** Selecting features of layers by shapes, other layers and conditions; tables and charts share the selection. */
import HighlightAlt from '@mui/icons-material/HighlightAlt';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

/** Tool of the sidebar. */
export const selectTool = {
  only: 'flat',
  id: 'select',
  title: 'select.title',
  Icon: HighlightAlt,
  takesClicks: true,
  load: async () => (await import('./select-panel.tsx')).SelectPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ hasFeatures }) => hasFeatures),
} as const;
