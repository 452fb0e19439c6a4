import Collection from '@arcgis/core/core/Collection.js';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WebMapJson } from '../document/web-map-json.ts';
import type { MapInternals } from '../map-model.ts';
import { createScene } from './create-scene.ts';
import { openScene } from './scene-session.ts';

// The SDK's view draws.
vi.mock('@arcgis/core/views/SceneView.js', () => ({
  default: class {
    async when() {}
    addHandles() {}
    destroy() {}
  },
}));
vi.mock('../sdk/popup.ts', () => ({ openPopupOnClick: () => ({ onPopup: () => () => {} }) }));
vi.mock('./follow-each-other.ts', () => ({ followEachOther: () => ({ stop: () => {} }) }));
vi.mock('./create-scene.ts', () => ({ createScene: vi.fn<typeof createScene>() }));

beforeEach(() => {
  vi.mocked(createScene).mockReset();
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({} as never);
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const layerOf = (part: object) => ({ id: 'stops', title: 'Stops', visible: true, opacity: 1, ...part });

/** A map with one layer, whose scenes are made when a test wants it. */
function rig() {
  const layer = layerOf({});
  const made: ((scene: object) => void)[] = [];
  vi.mocked(createScene).mockImplementation(() => new Promise((resolve) => made.push(resolve as never)));
  const container = document.body.appendChild(document.createElement('div'));
  const internals = {
    view: { container, map: { allLayers: new Collection([layer]) } },
    source: { basemap: {} },
    onLeave: () => () => {},
  } as unknown as MapInternals;
  let written: WebMapJson = { operationalLayers: [{ id: 'stops' }] };
  const opening = openScene(internals, {
    read: async () => written,
    onChange: () => () => {},
    choices: { heights: new Map(), tilt: undefined },
    label: 'Map in 3D',
  });
  return {
    layer,
    opening,
    change: (next: WebMapJson) => (written = next),
    /** Makes a scene, in the order in which they were requested, and returns its layer. */
    async make(number: number) {
      await vi.waitFor(() => expect(made.length).toBeGreaterThan(number));
      const shown = layerOf({});
      const nothing = () => {};
      const scene = { removeMany: nothing, addMany: nothing, destroy: nothing };
      made[number]?.({ ...scene, layers: new Collection([shown]) });
      return shown;
    },
  };
}

it('a layer that was hidden while the scene was made is hidden in it', async () => {
  const { layer, opening, make } = rig();
  Object.assign(layer, { visible: false, opacity: 0.4 });
  const shown = await make(0);
  await opening;
  expect(shown).toMatchObject({ visible: false, opacity: 0.4 });
});

it('a change of the map while the scene was made is shown in it, with layers that were hidden since', async () => {
  const { layer, opening, change, make } = rig();
  change({ operationalLayers: [{ id: 'stops', layerDefinition: { definitionExpression: 'a = 1' } }] });
  await make(0);
  await opening;
  await vi.waitFor(() => expect(createScene).toHaveBeenCalledTimes(2));
  expect(vi.mocked(createScene).mock.lastCall?.[0].operationalLayers).toMatchObject([
    { layerDefinition: { definitionExpression: 'a = 1' } },
  ]);
  layer.visible = false;
  const shown = await make(1);
  await vi.waitFor(() => expect(shown.visible).toBe(false));
});
