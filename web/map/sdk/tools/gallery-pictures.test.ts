import Basemap from '@arcgis/core/Basemap.js';
import Collection from '@arcgis/core/core/Collection.js';
import { expect, it, onTestFinished, vi } from 'vitest';
import { showGalleryPictures } from './gallery-pictures.ts';

vi.stubGlobal('location', new URL('http://maps.example:8080/demo/map'));

const upgraded = 'https://maps.example:8080/portal/light.webp';

it('thumbnails of the page’s own host are requested over http from the beginning', () => {
  const light = new Basemap({ title: 'Light', thumbnailUrl: upgraded });
  const basemaps = new Collection<Basemap>([light]);
  onTestFinished(showGalleryPictures({ basemaps }));
  const correct = upgraded.replace('https:', 'http:');
  expect(light.thumbnailUrl).toBe(correct);
  // They are known only when a basemap is loaded, and then drawn before any timer.
  const dark = new Basemap({ title: 'Dark' });
  basemaps.add(dark);
  dark.thumbnailUrl = upgraded;
  expect(dark.thumbnailUrl).toBe(correct);
  const other = 'https://www.arcgis.com/streets.jpg';
  dark.thumbnailUrl = other;
  expect(dark.thumbnailUrl).toBe(other);
});
