/** The layers of the open map: visibility, order and appearance. */
import LayersOutlined from '@mui/icons-material/LayersOutlined';

/** Tool of the sidebar. */
export const layersTool = {
  id: 'layers',
  title: 'viewer.layers',
  Icon: LayersOutlined,
  load: async () => (await import('./layers-panel.tsx')).LayersPanel,
} as const;
