/** The time that the map shows. */
import Schedule from '@mui/icons-material/Schedule';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

/** The Time tool, where a layer has a time. */
export const timeTool = {
  only: 'flat',
  id: 'time',
  title: 'time.title',
  Icon: Schedule,
  load: async () => (await import('./time-panel.tsx')).TimePanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ timed }) => timed),
} as const;
