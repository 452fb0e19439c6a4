/** Comparing layers with a swipe handle over the map. */
import CompareOutlined from '@mui/icons-material/CompareOutlined';

/** Tool of the sidebar; only for maps with layers to compare. */
export const swipeTool = {
  only: 'flat',
  id: 'swipe',
  title: 'swipe.title',
  Icon: CompareOutlined,
  load: async () => (await import('./swipe-panel.tsx')).SwipePanel,
  offered: ({ layers }: { layers: readonly unknown[] }) => layers.length > 0,
} as const;
