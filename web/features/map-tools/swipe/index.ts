/** Comparing layers by wiping over the map. */
import CompareOutlined from '@mui/icons-material/CompareOutlined';

/** Tool of the sidebar; only where there is something to compare. */
export const swipeTool = {
  id: 'swipe',
  title: 'swipe.title',
  Icon: CompareOutlined,
  load: async () => (await import('./swipe-panel.tsx')).SwipePanel,
  offered: ({ layers }: { layers: readonly unknown[] }) => layers.length > 0,
} as const;
