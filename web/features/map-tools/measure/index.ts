/** Distances, areas and coordinates on the map. */
import Straighten from '@mui/icons-material/Straighten';

/** Tool of the sidebar. */
export const measureTool = {
  only: 'flat',
  id: 'measure',
  title: 'measure.title',
  Icon: Straighten,
  takesClicks: true,
  load: async () => (await import('./measure-panel.tsx')).MeasurePanel,
} as const;
