/** The map for keyboard and screen reader users: features in view as a list, and announced moves. */
import ViewList from '@mui/icons-material/ViewListOutlined';

/** Tool of the sidebar. */
export const inViewTool = {
  id: 'in-view',
  title: 'inview.title',
  Icon: ViewList,
  load: async () => (await import('./in-view-panel.tsx')).InViewPanel,
} as const;

export { MapAnnouncer } from './map-announcer.tsx';
