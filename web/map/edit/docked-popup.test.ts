import Graphic from '@arcgis/core/Graphic.js';
import Point from '@arcgis/core/geometry/Point.js';
import FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import { expect, it } from 'vitest';
import type { PopupElement } from '../sdk/tools/popup-element.ts';
import { openDockedPopup } from './docked-popup.ts';

const layer = new FeatureLayer({ url: 'https://gis.example/FeatureServer/0', objectIdField: 'id' });
const stop = (id: number, x = 1) =>
  new Graphic({ layer, attributes: { id }, geometry: new Point({ x, y: 2 }) });

function rig({ dockEnabled = true } = {}) {
  const popup = {
    open: true,
    dockEnabled,
    selectedFeature: stop(7),
    location: new Point({ x: 1, y: 2 }),
  } as unknown as PopupElement & { selectedFeature: Graphic };
  const docked = openDockedPopup({
    onPopup: (use) => {
      use(popup);
      return () => {};
    },
  });
  return { popup, docked };
}

it('a docked popup closes while its feature is edited, and opens again where the stored point is', () => {
  const { popup, docked } = rig();
  docked.hide(stop(7));
  expect(popup.open).toBe(false);
  // The layer has replaced it meanwhile.
  popup.selectedFeature = stop(7, 5);
  docked.show(stop(7, 5), true);
  expect(popup).toMatchObject({ open: true, location: { x: 5 } });
});

it('the popup stays at the place of a feature whose edit was discarded', () => {
  const { popup, docked } = rig();
  docked.hide(stop(7));
  docked.show(stop(7, 5), false);
  expect(popup).toMatchObject({ open: true, location: { x: 1 } });
});

it('a popup beside its place stays open', () => {
  const { popup, docked } = rig({ dockEnabled: false });
  docked.hide(stop(7));
  expect(popup.open).toBe(true);
});

it('the popup of another feature, or one that the user has closed, does not open', () => {
  const { popup, docked } = rig();
  docked.hide(stop(8));
  docked.show(stop(8), true);
  expect(popup.open).toBe(false);

  popup.open = true;
  docked.hide(stop(7));
  docked.show(stop(8), true);
  docked.show(stop(7), true);
  expect(popup.open).toBe(false);

  popup.open = true;
  docked.hide(stop(7));
  popup.selectedFeature = stop(9);
  docked.show(stop(7), true);
  expect(popup.open).toBe(false);

  docked.hide(stop(9));
  docked.show(stop(9), true);
  expect(popup.open).toBe(false);
});
