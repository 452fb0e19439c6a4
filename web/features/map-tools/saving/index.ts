/** Saving maps in place or as new ones, drafts on this device, and the guard against losing unsaved work. */
import SaveAsOutlined from '@mui/icons-material/SaveAsOutlined';

export { SaveButton, WorkActions } from './save-button.tsx';
export { DraftOffer, SavingProvider } from './saving-provider.tsx';

/** Tool of the sidebar. */
export const saveTool = {
  id: 'save',
  title: 'saving.more',
  Icon: SaveAsOutlined,
  // Opened by the save button.
  offRail: true,
  membersOnly: true,
  load: async () => (await import('./save-panel.tsx')).SavePanel,
} as const;
