/** Comments at places of the open map, and who else is looking at it. */
import ForumOutlined from '@mui/icons-material/ForumOutlined';

/** Tool of the sidebar. */
export const commentsTool = {
  id: 'comments',
  title: 'comments.title',
  Icon: ForumOutlined,
  load: async () => (await import('./comments-panel.tsx')).CommentsPanel,
} as const;

export { CommentsProvider } from './comments-context.tsx';
export { MentionNotice } from './mention-notice.tsx';
