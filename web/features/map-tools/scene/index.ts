/** The open map in 3D. */
import ViewInAr from '@mui/icons-material/ViewInArOutlined';

export { SceneButton, SceneDock } from './scene-dock.tsx';

/** Tool of the sidebar: settings of the map in 3D. */
export const sceneTool = {
  id: 'scene',
  only: 'scene',
  title: 'scene.title',
  Icon: ViewInAr,
  load: async () => (await import('./scene-panel.tsx')).ScenePanel,
} as const;
