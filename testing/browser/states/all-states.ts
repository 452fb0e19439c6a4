import { administrationScenes } from './administration-states.ts';
import { contentScenes } from './content-states.ts';
import { itemScenes } from './item-states.ts';
import { listScenes } from './list-states.ts';
import { mapPanelScenes } from './map-panel-states.ts';
import { mapScenes } from './map-states.ts';
import { noticeScenes } from './notice-states.ts';
import { shellScenes } from './shell-states.ts';
import { signInScenes } from './sign-in-states.ts';
import type { Scene } from './state.ts';
import { toolScenes } from './tool-states.ts';
import { tooltipScenes } from './tooltip-states.ts';

/** Every state that the accessibility tests examine and that has no address of its own. */
export const scenes: readonly Scene[] = [
  ...contentScenes,
  ...itemScenes,
  ...administrationScenes,
  ...shellScenes,
  ...signInScenes,
  ...toolScenes,
  ...mapScenes,
  ...mapPanelScenes,
  ...listScenes,
  ...noticeScenes,
  ...tooltipScenes,
];
