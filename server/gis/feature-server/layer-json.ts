import type { Envelope, EsriGeometryType } from '../geometry/geometry.ts';
import { limits } from '../../limits.ts';
import { isGeographic, wireSpatialReference } from '../geometry/spatial-reference.ts';
import { type Field, findField } from '../layer/field.ts';
import { fitValue } from '../storage/attribute-value.ts';
import {
  type EditorTracking,
  globalIdField,
  type HostedLayer,
  type LayerIndex,
  objectIdField,
} from '../layer/layer.ts';
import { appendFormats } from './append/append.ts';
import type { ServiceRights } from './context.ts';
import { withPictureAddresses } from './pictures.ts';
import { queryBinsCapabilities, queryCapabilities } from './query-capabilities.ts';
import { historyRights, layerCapabilities } from './rights.ts';

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

interface UniqueValues {
  type?: string;
  field1?: string;
  field2?: string;
  uniqueValueInfos?: { value?: unknown; label?: string }[];
}

const drawingTools: Record<string, string> = {
  esriGeometryPolyline: 'esriFeatureEditToolLine',
  esriGeometryPolygon: 'esriFeatureEditToolPolygon',
};

/**
 * Templates of new features, for callers who may add: the layer's own, else one for each of its symbols, so
 * that a new feature has the value of its symbol and is visible; else one for all.
 */
function templatesOf(layer: HostedLayer, capabilities: string): object[] {
  if (layer.templates.length > 0 || layer.types.length > 0 || !capabilities.includes('Create'))
    return layer.templates;
  const editable = layer.fields.filter((field) => field.editable);
  const attributes = Object.fromEntries(editable.map(({ name, defaultValue }) => [name, defaultValue]));
  const template = (name: string, values: object = {}, defaults: object = attributes) => ({
    name,
    description: '',
    drawingTool: drawingTools[layer.geometryType ?? ''] ?? 'esriFeatureEditToolPoint',
    prototype: { attributes: { ...defaults, ...values } },
  });
  const { field, values } = symbolsOf(layer);
  const drawnBy = field === undefined ? undefined : findField(editable, field);
  if (!drawnBy) return [template(layer.name)];
  const wanted = values.slice(0, limits.symbolTemplates);
  // The server fills in defaults that a new feature comes without.
  const isLong = JSON.stringify(attributes).length * wanted.length > limits.symbolTemplateCharacters;
  const symbols = wanted.flatMap(({ value, label }) => {
    const fitting = fittingValue(drawnBy, value);
    if (fitting === undefined) return [];
    return [template(label || String(value), { [drawnBy.name]: fitting }, isLong ? {} : attributes)];
  });
  return symbols.length > 0 ? symbols : [template(layer.name)];
}

/** A value of a symbol, which web maps write as text, as one of its field; undefined where the field cannot have it. */
function fittingValue(field: Field, value: unknown): unknown {
  try {
    return fitValue(field, value) ?? undefined;
  } catch {
    return undefined;
  }
}

/** The values of one field with a symbol each. */
function symbolsOf({ drawingInfo }: HostedLayer): {
  field?: string;
  values: { value?: unknown; label?: string }[];
} {
  const { renderer } = (drawingInfo ?? {}) as { renderer?: UniqueValues };
  if (renderer?.type !== 'uniqueValue' || renderer.field2 || !renderer.field1) return { values: [] };
  return { field: renderer.field1, values: renderer.uniqueValueInfos ?? [] };
}

export const currentVersion = 11.4;

/** The earliest and latest time of a layer's features in epoch milliseconds, where time sliders begin and end. */
type TimeExtent = [number, number] | null;

/**
 * Layer JSON with what the SDK requires (docs/arcgis-protocol.md#layer-description) and the capabilities that make its requests
 * efficient.
 */
export function layerJson(layer: HostedLayer, rights: ServiceRights, timeExtent: TimeExtent = null): object {
  const capabilities = layerCapabilities(layer, rights);
  const isTable = layer.geometryType === null;
  return {
    currentVersion,
    id: layer.layerId,
    name: layer.name,
    type: isTable ? 'Table' : 'Feature Layer',
    ...(layer.service.itemId && { serviceItemId: layer.service.itemId }),
    description: layer.description,
    copyrightText: layer.copyright || layer.service.copyright,
    displayField: layer.displayField,
    ...(!isTable && geometryPart(layer)),
    defaultVisibility: layer.defaultVisibility,
    isDataVersioned: false,
    isDataArchived: Boolean(layer.archive),
    archivingInfo: archivingPart(layer, rights),
    hasAttachments: layer.hasAttachments,
    ...(layer.hasAttachments && {
      attachmentProperties: ['name', 'size', 'keywords', 'contentType'].map((name) => ({
        name,
        isEnabled: true,
      })),
    }),
    htmlPopupType: 'esriServerHTMLPopupTypeAsHTMLText',
    relationships: layer.relationships.map((relationship) => ({ ...relationship, composite: false })),
    objectIdField,
    uniqueIdField: { name: objectIdField, isSystemMaintained: true },
    globalIdField,
    typeIdField: layer.typeIdField,
    fields: layer.fields.map(fieldJson),
    indexes: (layer.indexes ?? []).map(indexJson),
    dateFieldsTimeReference: { timeZone: 'UTC', respectsDaylightSaving: false },
    ...timePart(layer, timeExtent),
    types: layer.types,
    ...(layer.subtypeField && {
      subtypeField: layer.subtypeField,
      subtypes: layer.subtypes ?? [],
      defaultSubtypeCode: layer.defaultSubtypeCode ?? null,
    }),
    templates: templatesOf(layer, capabilities),
    editFieldsInfo: shownTracking(layer),
    ownershipBasedAccessControlForFeatures: layer.ownership
      ? { allowOthersToQuery: true, ...layer.ownership }
      : null,
    ...(layer.visitors && {
      visitorAccess: { add: layer.visitors.mayAdd, query: layer.visitors.mayRead },
    }),
    editingInfo: {
      lastEditDate: layer.editedAt,
      schemaLastEditDate: layer.editedAt,
      dataLastEditDate: layer.editedAt,
    },
    capabilities,
    maxRecordCount: layer.maxRecordCount ?? limits.featurePage,
    standardMaxRecordCount:
      layer.geometryType === 'esriGeometryPoint' ? limits.featureTile : limits.featureStandardPage,
    tileMaxRecordCount: limits.featureTile,
    maxRecordCountFactor: 1,
    supportedQueryFormats: 'JSON, geoJSON, PBF',
    useStandardizedQueries: true,
    // Also for callers who may not edit, because others' edits change the data they see.
    hasStaticData: !layer.service.capabilities.includes('Editing'),
    allowGeometryUpdates: true,
    supportsStatistics: true,
    supportsAdvancedQueries: true,
    supportsCoordinatesQuantization: true,
    supportsApplyEditsWithGlobalIds: true,
    supportsRollbackOnFailureParameter: true,
    supportsAttachmentsByUploadId: layer.hasAttachments,
    supportsApplyEditsbyUploadId: false,
    supportsValidateSQL: true,
    supportsCalculate: true,
    supportsExceedsLimitStatistics: true,
    ...(layer.service.hasViews && { hasViews: true }),
    ...(layer.service.isView && {
      isView: true,
      isUpdatableView: true,
      sourceSchemaChangesAllowed: true,
      supportsTruncate: false,
    }),
    supportsAppend: true,
    supportedAppendFormats: appendFormats,
    advancedQueryCapabilities: queryCapabilities(layer),
    queryBinsCapabilities,
  };
}

/** The history as ArcGIS describes it, and who may do what with it, which ArcGIS does not know. */
function archivingPart(layer: HostedLayer, rights: ServiceRights): object {
  const { moments, changes, restore } = historyRights(layer, rights);
  return {
    supportsQueryWithHistoricMoment: moments,
    startArchivingMoment: moments ? layer.archive?.startedAt : -1,
    supportsQueryHistory: changes,
    supportsRestore: restore,
    ...(layer.archive && rights.mayAdminister && { historyReaders: layer.archive.readers ?? 'editors' }),
  };
}

/** The fields of editor tracking, unless a view hides one of them. */
function shownTracking({ editorTracking, fields }: HostedLayer): EditorTracking | null {
  const names: string[] = Object.values(editorTracking ?? {});
  return names.every((name) => findField(fields, name)) ? editorTracking : null;
}

function geometryPart(layer: HostedLayer): object {
  return {
    geometryType: layer.geometryType,
    hasZ: layer.hasZ,
    hasM: layer.hasM,
    enableZDefaults: layer.hasZ,
    zDefault: 0,
    minScale: layer.minScale,
    maxScale: layer.maxScale,
    extent: extentJson(layer.extent ?? emptyExtent(layer.wkid), layer.wkid),
    spatialReference: wireSpatialReference(layer.wkid),
    drawingInfo: withPictureAddresses(
      layer.drawingInfo ?? {
        renderer: defaultRenderer(layer.geometryType),
        labelingInfo: null,
        transparency: 0,
      },
    ),
  };
}

/** Half the width of the Web Mercator world in metres, rounded down: the SDK's world ends at 20037508.342788905, before `mercatorLimit`. */
const withinWorld = 20_037_508.34;

/** The extent of a layer without features: the SDK's view never becomes ready without one. */
export function emptyExtent(wkid: number): Envelope {
  const [x, y] = isGeographic(wkid) ? [180, 90] : [withinWorld, withinWorld];
  return { xmin: -x, ymin: -y, xmax: x, ymax: y };
}

export function extentJson(extent: Envelope, wkid: number): object {
  return { ...extent, spatialReference: wireSpatialReference(wkid) };
}

function timePart({ timeInfo }: HostedLayer, timeExtent: TimeExtent): object {
  if (!timeInfo) return {};
  const timeReference = { timeZone: 'UTC', respectsDaylightSaving: false };
  return { timeInfo: { trackIdField: null, hasLiveData: false, ...timeInfo, timeExtent, timeReference } };
}

/** A field as clients receive it, without its column. */
export function fieldJson({ column: _column, ...field }: Field): object {
  return { ...field, sqlType: 'sqlTypeOther' };
}

function indexJson({ name, fields, isUnique, description }: LayerIndex): object {
  return { name, fields: fields.join(','), isAscending: true, isUnique, description };
}
