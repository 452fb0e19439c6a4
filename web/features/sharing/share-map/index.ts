/** Sharing the open map as a snapshot behind a link. */
import ShareOutlined from '@mui/icons-material/ShareOutlined';

/** Tool of the sidebar. */
export const shareTool = {
  id: 'share',
  title: 'sharing.share',
  Icon: ShareOutlined,
  load: async () => (await import('./share-panel.tsx')).SharePanel,
} as const;
