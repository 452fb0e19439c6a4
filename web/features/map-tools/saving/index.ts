/** Saving maps: over what they are or as new ones, drafts on this device, and the guard against leaving unsaved work. */
import SaveAsOutlined from '@mui/icons-material/SaveAsOutlined';

export { DraftOffer } from './draft-offer.tsx';
export { SaveButton } from './save-button.tsx';
export { SavingProvider } from './saving-provider.tsx';

/** Tool of the sidebar. */
export const saveTool = {
  id: 'save',
  title: 'saving.more',
  Icon: SaveAsOutlined,
  // The button to save opens it.
  offRail: true,
  load: async () => (await import('./save-panel.tsx')).SavePanel,
} as const;
