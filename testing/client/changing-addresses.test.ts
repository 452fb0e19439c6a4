import { expect, test } from 'vitest';
import {
  adminLayerOperations,
  adminServiceOperations,
} from '../../server/gis/feature-server/admin/operations.ts';
import {
  isPostOnly,
  layerOperations,
  serviceOperations,
} from '../../server/gis/feature-server/operations.ts';
import { mayChange } from '../../wire/changing-addresses.ts';
import { changingPaths, fillPath } from '../rig/operation-table.ts';
import { filled } from '../rig/view-requests.ts';

/** Whatever this server does by POST only is what pages refuse to their maps, which may name any address. */
const page = 'https://maps.example/city/map';
const places = {
  item: '0123456789abcdef0123456789abcdef',
  group: 'fedcba9876543210fedcba9876543210',
  folder: '0'.repeat(32),
};
const shown = { portal: 'https://maps.example/portal/city', page };

test.each(changingPaths)('a map may not name %s of the portal', (path) => {
  for (const root of ['portal/sharing/rest', 'portal/sharing', 'portal/city/sharing/rest'])
    expect(mayChange(`https://maps.example/${root}${fillPath(path, places)}?f=json`, shown)).toBe(true);
});

const changing = (at: string, table: object) =>
  Object.entries(table)
    .filter(([, row]) => isPostOnly(row))
    .map(([path]) => at + filled(path));
const ofServices = [
  ...changing('services/Trees/FeatureServer', serviceOperations),
  ...changing('services/Trees/FeatureServer/0', layerOperations),
  ...changing('admin/services/Trees/FeatureServer', adminServiceOperations),
  ...changing('admin/services/Trees/FeatureServer/0', adminLayerOperations),
];

test.each(ofServices)('a map may not name %s', (path) => {
  expect(mayChange(`https://maps.example/server/city/rest/${path}?f=json`, shown)).toBe(true);
});
