import type { EsriGeometryType } from '../geometry/geometry.ts';

const outline = { type: 'esriSLS', style: 'esriSLSSolid', color: [79, 107, 42, 255], width: 1 };

/** The default symbol of a layer: the product's green. */
export function defaultRenderer(geometryType: EsriGeometryType | null): object {
  const symbols = {
    esriGeometryPoint: {
      type: 'esriSMS',
      style: 'esriSMSCircle',
      color: [120, 169, 66, 255],
      size: 7,
      outline,
    },
    esriGeometryMultipoint: {
      type: 'esriSMS',
      style: 'esriSMSCircle',
      color: [120, 169, 66, 255],
      size: 7,
      outline,
    },
    esriGeometryPolyline: { ...outline, color: [120, 169, 66, 255], width: 2 },
    esriGeometryPolygon: { type: 'esriSFS', style: 'esriSFSSolid', color: [120, 169, 66, 128], outline },
  };
  return { type: 'simple', label: '', description: '', symbol: symbols[geometryType ?? 'esriGeometryPoint'] };
}
