import type { EsriGeometryType } from '../geometry/geometry.ts';
import type { GeoJsonGeometry } from '../geometry/geojson.ts';
import type { Domain, FieldType } from '../layer/field.ts';
import type { LayerDefinition } from '../layer/layer.ts';

/** A feature to load, as GeoJSON: in WGS84 unless the layer says otherwise. */
export interface SourceFeature {
  properties?: Record<string, unknown> | null;
  geometry?: GeoJsonGeometry | null;
}

export interface FieldInput {
  /** Letters, digits and underscores; anything else becomes an underscore. */
  name: string;
  alias?: string;
  type: Exclude<FieldType, 'esriFieldTypeOID' | 'esriFieldTypeGlobalID'>;
  /** Name of the feature's property; `name` when absent. */
  source?: string;
  length?: number;
  nullable?: boolean;
  editable?: boolean;
  domain?: Domain;
  defaultValue?: string | number;
  /** Makes an index: for fields that are often filtered or sorted by. */
  indexed?: boolean;
}

/** A layer to make, without what is in it; without `geometryType` a table. */
export interface LayerShape extends Partial<Omit<LayerDefinition, 'fields' | 'editorTracking'>> {
  name: string;
  geometryType?: EsriGeometryType;
  hasZ?: boolean;
  /** Measures come by edits alone: GeoJSON has none. */
  hasM?: boolean;
  /** Spatial reference the features come in and are kept in; 4326. */
  wkid?: number;
  fields: readonly FieldInput[];
  /** Adds and keeps CreationDate, Creator, EditDate and Editor. */
  editorTracking?: boolean;
}

export interface LayerInput extends LayerShape {
  features: AsyncIterable<SourceFeature> | Iterable<SourceFeature>;
}

/** A service to make, without its layers. */
export interface ServiceShape {
  /** Portal organisation it belongs to; the installation's own when absent. */
  orgId?: string;
  /** Segment of the address. */
  serviceName: string;
  /** Portal item whose sharing rules the service; without one only the operator's own policy does. */
  itemId?: string;
  description?: string;
  copyright?: string;
  /** `Query` alone, or editing too. */
  capabilities?: 'Query' | 'Create,Delete,Query,Update,Editing';
  /** Name that editor tracking notes for the loaded features. */
  creator?: string;
  /** Takes the place of a service of this name in the same moment. */
  replace?: boolean;
}

export interface ServiceInput extends ServiceShape {
  layers: readonly LayerInput[];
  /** Told now and then how many features are in. */
  onProgress?: (loaded: number) => void;
}
