/** Adding layers to the map: from the portal, a URL or a file. */
import AddCircleOutline from '@mui/icons-material/AddCircleOutlineOutlined';

/** Tool of the sidebar. */
export const addLayersTool = {
  id: 'add',
  title: 'add.title',
  Icon: AddCircleOutline,
  load: async () => (await import('./add-panel.tsx')).AddPanel,
} as const;
