import type { EsriGeometryType, Geometry } from '../geometry/geometry.ts';
import type { GeoJsonGeometry } from '../geometry/geojson.ts';
import type { Domain, OwnFieldType } from '../layer/field.ts';
import type { EditorTracking, LayerDefaults, LayerDefinition, LayerIndex } from '../layer/layer.ts';

/** A feature to load: in WGS84 by default. */
export interface SourceFeature {
  properties?: Record<string, unknown> | null;
  geometry?: GeoJsonGeometry | null;
  /** Instead of GeoJSON, a geometry that was read already. */
  shape?: Geometry | null;
}

export interface FieldInput {
  /** Letters, digits and underscores; other characters become an underscore. */
  name: string;
  alias?: string;
  description?: string;
  type: OwnFieldType;
  /** Name of the feature's property; `name` when absent. */
  source?: string;
  length?: number;
  nullable?: boolean;
  editable?: boolean;
  domain?: Domain | null;
  defaultValue?: string | number | null;
  /** Creates an index, for fields that are often filtered or sorted by. */
  indexed?: boolean;
}

/** An index to create, of fields of the layer. */
export type IndexInput = Omit<LayerIndex, 'storedName'>;

/** A layer to create, without its features; without `geometryType` a table. */
export interface LayerShape extends Partial<Omit<LayerDefinition, 'fields' | 'editorTracking' | 'indexes'>> {
  name: string;
  geometryType?: EsriGeometryType;
  hasZ?: boolean;
  /** Measures can only be added by edits: GeoJSON has none. */
  hasM?: boolean;
  /** Spatial reference of the input and of storage; 4326. */
  wkid?: number;
  fields: readonly FieldInput[];
  /** Adds and maintains CreationDate, Creator, EditDate and Editor, or fields of other names. */
  editorTracking?: boolean | EditorTracking;
  /** Listed in the layer's description, unlike those of `FieldInput.indexed`. */
  indexes?: readonly IndexInput[];
}

export interface LayerInput extends LayerShape {
  features: AsyncIterable<SourceFeature> | Iterable<SourceFeature>;
}

/** A service to create, without its layers. */
export interface ServiceShape {
  /** Portal organisation it belongs to; the installation's own when absent. */
  orgId?: string;
  /** Segment of the address. */
  serviceName: string;
  /** Portal item whose sharing controls the service; without one only the operator's own policy does. */
  itemId?: string;
  description?: string;
  copyright?: string;
  /** `Query`, and those of `Create,Delete,Update,Editing` that callers may do. */
  capabilities?: string;
  /** Creator of the loaded features for editor tracking. */
  creator?: string;
  /** Whether it gets layers that show features of other services. */
  isView?: boolean;
  /** For layers that are added later. */
  layerDefaults?: LayerDefaults;
  /** Atomically replaces a service of this name. */
  replace?: boolean;
}

export interface ServiceInput extends ServiceShape {
  layers: readonly LayerInput[];
  /** Called regularly with the number of loaded features. */
  onProgress?: (loaded: number) => void;
}
