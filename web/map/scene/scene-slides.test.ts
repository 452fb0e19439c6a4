import Bookmark from '@arcgis/core/webmap/Bookmark.js';
import WebScene from '@arcgis/core/WebScene.js';
import Camera from '@arcgis/core/Camera.js';
import Viewpoint from '@arcgis/core/Viewpoint.js';
import GroupLayer from '@arcgis/core/layers/GroupLayer.js';
import { describe, expect, it } from 'vitest';
import { addSlides, withSlides } from './scene-slides.ts';

const harbour = Bookmark.fromJSON({
  name: 'Harbour',
  viewpoint: {
    rotation: 30,
    scale: 5000,
    targetGeometry: {
      xmin: 71.4,
      ymin: 51.1,
      xmax: 71.6,
      ymax: 51.3,
      spatialReference: { wkid: 4326 },
    },
  },
}) as Bookmark;

describe('the slides of a scene', () => {
  it('are the bookmarks of its map, with the layers that are visible', async () => {
    const scene = new WebScene({
      layers: [new GroupLayer({ id: 'a' }), new GroupLayer({ id: 'b', visible: false })],
    });
    await scene.load();
    const camera = new Camera({ position: { longitude: 71.4, latitude: 51.1, z: 1000 } });
    scene.initialViewProperties.viewpoint = new Viewpoint({ camera });
    addSlides(scene, [harbour]);
    expect(scene.toJSON()).toMatchObject({
      presentation: {
        slides: [
          {
            title: { text: 'Harbour' },
            viewpoint: {
              camera: {
                heading: 330,
                tilt: 0,
                position: { x: expect.closeTo(71.5), y: expect.closeTo(51.2) },
              },
            },
            visibleLayers: [{ id: 'a' }],
          },
        ],
      },
    });
    // Written again, not doubled.
    addSlides(scene, [harbour]);
    expect(scene.presentation.slides).toHaveLength(1);
  });

  it('show all of the place of a bookmark', async () => {
    const scene = new WebScene();
    await scene.load();
    addSlides(scene, [harbour, Bookmark.fromJSON({ name: 'Nowhere' }) as Bookmark]);
    const heights = scene.presentation.slides.map(({ viewpoint }) => viewpoint?.camera?.position.z).toArray();
    // Half of the diagonal of 0.2 degrees, at the angle of half of the field of view.
    expect(heights).toEqual([expect.closeTo(25_240, -3)]);
  });

  it('stay those of an opened scene', () => {
    const presentation = { slides: [{ id: 's', title: { text: 'Tower' }, hidden: true }], other: 1 };
    expect(withSlides({ version: '1.36' }, { presentation })).toEqual({ version: '1.36', presentation });
    const own = { presentation: { slides: [] } };
    expect(withSlides(own, undefined)).toBe(own);
    expect(withSlides(own, { presentation: { slides: [] } })).toBe(own);
  });
});
