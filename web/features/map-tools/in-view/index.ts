/** The map for people who do not see or point at it: what is in view as a list, and moves that are said. */
import ViewList from '@mui/icons-material/ViewListOutlined';

/** Tool of the sidebar. */
export const inViewTool = {
  id: 'in-view',
  title: 'inview.title',
  Icon: ViewList,
  load: async () => (await import('./in-view-panel.tsx')).InViewPanel,
} as const;

export { MapAnnouncer } from './map-announcer.tsx';
