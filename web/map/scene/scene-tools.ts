import type SceneView from '@arcgis/core/views/SceneView.js';
import '../sdk/tools/components.ts';
import type { SceneTool } from './scene.ts';

const elements: Record<SceneTool, { name: string; load: () => Promise<unknown> }> = {
  distance: {
    name: 'arcgis-direct-line-measurement-3d',
    load: () => import('@arcgis/map-components/components/arcgis-direct-line-measurement-3d'),
  },
  area: {
    name: 'arcgis-area-measurement-3d',
    load: () => import('@arcgis/map-components/components/arcgis-area-measurement-3d'),
  },
  profile: {
    name: 'arcgis-elevation-profile',
    load: () => import('@arcgis/map-components/components/arcgis-elevation-profile'),
  },
};

/** Adds a measuring tool of the SDK to `host`; returns a function that removes it. */
export async function showSceneTool(
  tool: SceneTool,
  host: HTMLElement,
  view: SceneView,
  applyTheme: (element: HTMLElement) => () => void,
): Promise<() => void> {
  const { name, load } = elements[tool];
  await load();
  const element = document.createElement(name) as HTMLElement & { destroy?(): Promise<void> };
  Object.assign(element, { view });
  const release = applyTheme(host);
  host.replaceChildren(element);
  return () => {
    release();
    void element.destroy?.();
    element.remove();
  };
}
