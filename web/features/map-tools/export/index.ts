/** Exporting the map: as an image, as a printable page, or the features of a layer as data. */
import PrintOutlined from '@mui/icons-material/PrintOutlined';

/** Tool of the sidebar. */
export const exportTool = {
  only: 'flat',
  id: 'print',
  title: 'export.title',
  Icon: PrintOutlined,
  load: async () => (await import('./export-panel.tsx')).ExportPanel,
} as const;
