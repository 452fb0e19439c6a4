/** Adding, changing and deleting features, and undo for it. */
import EditOutlined from '@mui/icons-material/EditOutlined';
import { lazy } from 'react';
import { flatLayers, type MapState } from '../../../map/map-state.ts';

export { EditNotice } from './edit-notice.tsx';

/** The Edit tool, shown if a layer can be edited. */
export const editTool = {
  only: 'flat',
  id: 'edit',
  title: 'viewer.edit',
  Icon: EditOutlined,
  takesClicks: true,
  load: async () => (await import('./edit-panel.tsx')).EditPanel,
  offered: ({ layers }: MapState) => flatLayers(layers).some(({ editable }) => editable),
} as const;

/** Shows the form of a layer as the Edit tool does. */
export const FormPreview = lazy(async () => ({
  default: (await import('./form-preview.tsx')).FormPreview,
}));
