/** Distances, areas and coordinates on the map. */
import Straighten from '@mui/icons-material/Straighten';

/** Tool of the sidebar. */
export const measureTool = {
  only: 'flat',
  id: 'measure',
  title: 'measure.title',
  Icon: Straighten,
  parts: [
    { id: 'distance', title: 'measure.distance' },
    { id: 'area', title: 'measure.area' },
    { id: 'coordinates', title: 'measure.coordinates' },
    { id: 'profile', title: 'measure.profile' },
  ],
  takesClicks: true,
  load: async () => (await import('./measure-panel.tsx')).MeasurePanel,
} as const;
