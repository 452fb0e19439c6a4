import { describe, expect, it } from 'vitest';
import { fieldKind, geometryKind } from './layer-preview.tsx';

describe('readable type names', () => {
  it.each([
    ['esriFieldTypeInteger', 'whole'],
    ['esriFieldTypeSmallInteger', 'whole'],
    ['esriFieldTypeBigInteger', 'whole'],
    ['esriFieldTypeDouble', 'number'],
    ['esriFieldTypeSingle', 'number'],
    ['esriFieldTypeDate', 'date'],
    ['esriFieldTypeString', 'text'],
    ['esriFieldTypeGlobalID', 'text'],
    ['something new', 'text'],
  ])('%s is %s', (type, kind) => {
    expect(fieldKind(type)).toBe(kind);
  });

  it.each([
    ['esriGeometryPoint', 'points'],
    ['esriGeometryMultipoint', 'points'],
    ['esriGeometryPolyline', 'lines'],
    ['esriGeometryPolygon', 'areas'],
    [null, 'table'],
  ])('%s are %s', (type, kind) => {
    expect(geometryKind(type)).toBe(kind);
  });
});
