import { expect, test } from 'vitest';
import { TooHeavy } from '../../../platform/threads/too-heavy.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import { readSpatialFilter } from './spatial-filter.ts';

const layer = { geometryType: 'esriGeometryPolygon', wkid: 3857 } as unknown as HostedLayer;
const read = (geometry: object, onLoop: boolean) =>
  readSpatialFilter(
    {
      geometry: JSON.stringify(geometry),
      spatialRel: 'intersects',
      relationParam: undefined,
      distance: 0,
      units: 'esriSRUnit_Meter',
    },
    layer,
    onLoop,
  );

test.each(['rings', 'paths'])(
  'on the event loop the vertices of %s are counted before they are read',
  (kind) => {
    // The last one cannot be read.
    const part = [...Array.from({ length: 500 }, (_none, at) => [at, at % 7]), [0, null]];
    expect(() => read({ [kind]: [part] }, true)).toThrow(TooHeavy);
    expect(() => read({ [kind]: [part] }, false)).toThrow(expect.objectContaining({ status: 400 }));
  },
);
