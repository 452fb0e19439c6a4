/** The bookmarks of the map as slides. */
import SlideshowOutlined from '@mui/icons-material/SlideshowOutlined';
import type { MapState } from '../../../map/map-state.ts';

export { Presentation } from './presentation.tsx';

/** Tool of the sidebar. */
export const presentationTool = {
  id: 'present',
  title: 'present.title',
  Icon: SlideshowOutlined,
  load: async () => (await import('./presentation-panel.tsx')).PresentationPanel,
  offered: ({ hasBookmarks }: MapState) => hasBookmarks,
} as const;
