/** Undo and redo of changes on the open map, and its saved versions. */
import HistoryIcon from '@mui/icons-material/History';

export { UndoButtons } from './undo-buttons.tsx';

/** Tool of the sidebar. */
export const historyTool = {
  id: 'history',
  title: 'history.title',
  Icon: HistoryIcon,
  membersOnly: true,
  load: async () => (await import('./history-panel.tsx')).HistoryPanel,
} as const;
