/** Drawing points, lines, areas and texts that are saved with the map. */
import DrawOutlined from '@mui/icons-material/DrawOutlined';

/** Tool of the sidebar. */
export const sketchTool = {
  only: 'flat',
  id: 'draw',
  title: 'sketch.title',
  Icon: DrawOutlined,
  takesClicks: true,
  load: async () => (await import('./sketch-panel.tsx')).SketchPanel,
} as const;
