import type { Feature, FeatureService, HostedPoints, ServiceLayer } from './content.ts';
import { type Answer, type Exchange, invalidToken, notPermitted, refuse, tokenRequired } from './exchange.ts';
import { addViewOf, sourceOf } from './views.ts';

const operationPath = /^(?:\/(layers|addToDefinition|\d+))?(?:\/(.+))?$/i;
const degrees = { wkid: 4326, latestWkid: 4326 };
const world = { xmin: -180, ymin: -85, xmax: 180, ymax: 85, spatialReference: degrees };

/**
 * Hosted feature services. Undefined: there is no such service.
 * https://developers.arcgis.com/rest/services-reference/online/feature-service/
 */
export function featureServices(
  exchange: Exchange,
  hosted: HostedPoints[],
): Answer | Promise<Answer> | undefined {
  const { content, person, host, path, dialect, token, tokenServer } = exchange;
  const admin = path.includes('/rest/admin/services/');
  const requested = `${host}/${path}/`.replace('/rest/admin/services/', '/rest/services/');
  const service = [...content.services.values()].find(({ address }) => requested.startsWith(`${address}/`));
  const item = service && content.items.get(service.itemId);
  if (!service || !item) return undefined;
  const [, part, operation] =
    operationPath.exec(requested.slice(service.address.length).replace(/\/$/, '')) ?? [];
  const forThisServer = tokenServer === host || dialect.takesPortalToken(host);
  if (token !== '' && !forThisServer) return invalidToken();
  if (!content.maySee(item, person)) return person ? notPermitted() : tokenRequired();
  if (admin) {
    if (part !== 'addToDefinition') return undefined;
    if (!content.mayChange(item, person)) return notPermitted();
    const source = sourceOf(exchange, hosted);
    return source ? addViewOf(source, exchange, service, hosted) : addToDefinition(exchange, service);
  }
  if (part === undefined) return { json: describeService(service) };
  if (part === 'layers') {
    const all = service.layers.map((layer) => describeLayer(service, layer));
    return {
      json: {
        layers: all.filter(({ type }) => type === 'Feature Layer'),
        tables: all.filter(({ type }) => type === 'Table'),
      },
    };
  }
  const layer = service.layers.find(({ id }) => id === Number(part));
  if (!layer) return refuse(400, 'Invalid URL');
  if (operation === undefined) return { json: describeLayer(service, layer) };
  if (operation === 'query') return query(exchange, layer);
  if (operation === 'queryAttachments') return queryAttachments(exchange, layer);
  const [objectId = '', kind, attachment] = operation.split('/');
  if (kind === 'attachments') {
    const found = layer.attachments.get(Number(objectId))?.find(({ id }) => id === Number(attachment));
    return found ? { bytes: found.bytes, type: found.contentType } : { status: 404, bytes: '' };
  }
  if (!content.mayChange(item, person)) return notPermitted();
  if (operation === 'addFeatures') return addFeatures(exchange, layer);
  if (kind === 'addAttachment') return addAttachment(exchange, layer, Number(objectId));
  return undefined;
}

function describeService({ description, layers }: FeatureService) {
  const rows = layers.map(({ id, name, geometryType }) => ({
    id,
    name,
    parentLayerId: -1,
    defaultVisibility: true,
    subLayerIds: null,
    type: geometryType === undefined ? 'Table' : 'Feature Layer',
    ...(geometryType !== undefined && { geometryType }),
  }));
  return {
    currentVersion: 12,
    capabilities: 'Create,Delete,Query,Update,Editing',
    maxRecordCount: 2000,
    supportedQueryFormats: 'JSON',
    spatialReference: degrees,
    initialExtent: world,
    fullExtent: world,
    hasStaticData: false,
    units: 'esriDecimalDegrees',
    ...description,
    layers: rows.filter(({ type }) => type !== 'Table'),
    tables: rows.filter(({ type }) => type === 'Table'),
  };
}

function describeLayer(_service: FeatureService, layer: ServiceLayer): Record<string, unknown> {
  const { id, name, geometryType, fields, definition } = layer;
  return {
    currentVersion: 12,
    displayField: fields[1]?.name ?? '',
    capabilities: 'Create,Delete,Query,Update,Editing',
    maxRecordCount: 2,
    supportedQueryFormats: 'JSON',
    supportsAdvancedQueries: true,
    advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true },
    extent: world,
    hasAttachments: false,
    drawingInfo: {
      renderer: {
        type: 'simple',
        symbol: { type: 'esriSMS', style: 'esriSMSCircle', color: [30, 90, 160, 255], size: 9 },
      },
    },
    ...definition,
    id,
    name,
    type: geometryType === undefined ? 'Table' : 'Feature Layer',
    ...(geometryType !== undefined && { geometryType }),
    objectIdField: 'OBJECTID',
    fields,
  };
}

function addToDefinition({ parameters }: Exchange, service: FeatureService): Answer {
  const given = JSON.parse(parameters.get('addToDefinition') ?? '{}') as {
    layers?: Record<string, unknown>[];
    tables?: Record<string, unknown>[];
  };
  for (const definition of [...(given.layers ?? []), ...(given.tables ?? [])]) {
    const { id, name, geometryType, fields, ...rest } = definition as unknown as ServiceLayer;
    service.layers.push({
      id: id ?? service.layers.length,
      name,
      ...(geometryType && { geometryType }),
      fields,
      definition: rest as Record<string, unknown>,
      features: [],
      attachments: new Map(),
    });
  }
  return { json: { success: true, layers: service.layers.map(({ id, name }) => ({ id, name })) } };
}

function query({ parameters }: Exchange, { features, fields, geometryType }: ServiceLayer): Answer {
  const ids = parameters.get('objectIds')?.split(',').map(Number);
  const bare = /OBJECTID\s*>\s*(\d+)/i.exec(parameters.get('where') ?? '')?.[1];
  const found = features.filter(({ attributes }) => {
    const id = Number(attributes['OBJECTID']);
    return (!ids || ids.includes(id)) && (bare === undefined || id > Number(bare));
  });
  if (parameters.get('returnCountOnly') === 'true') return { json: { count: found.length } };
  if (parameters.get('returnIdsOnly') === 'true')
    return {
      json: {
        objectIdFieldName: 'OBJECTID',
        objectIds: found.map(({ attributes }) => attributes['OBJECTID']),
      },
    };
  const start = Number(parameters.get('resultOffset') ?? 0);
  const max = Math.min(Number(parameters.get('resultRecordCount') ?? 2000) || 2000, 2000);
  const mercator = /102100|3857/.test(parameters.get('outSR') ?? '');
  const page = found.slice(start, start + max);
  return {
    json: {
      objectIdFieldName: 'OBJECTID',
      uniqueIdField: { name: 'OBJECTID', isSystemMaintained: true },
      globalIdFieldName: '',
      ...(geometryType && {
        geometryType,
        spatialReference: mercator ? { wkid: 102100, latestWkid: 3857 } : degrees,
      }),
      fields,
      features: page.map(({ attributes, geometry }) => ({
        attributes,
        ...(geometry && { geometry: mercator ? toMercator(geometry) : geometry }),
      })),
      ...(start + max < found.length && { exceededTransferLimit: true }),
    },
  };
}

function toMercator(geometry: NonNullable<Feature['geometry']>): object {
  if (!('x' in geometry)) return geometry;
  const { x, y } = geometry as { x: number; y: number };
  const half = 20_037_508.342787;
  const radians = (y * Math.PI) / 180;
  return { x: (x / 180) * half, y: (Math.log(Math.tan(Math.PI / 4 + radians / 2)) / Math.PI) * half };
}

function addFeatures({ parameters, switches }: Exchange, layer: ServiceLayer): Answer {
  if (switches.edits.refusals > 0) {
    switches.edits.refusals -= 1;
    return refuse(500, 'Unable to complete operation.', undefined, [
      'Unable to perform addFeatures operation.',
    ]);
  }
  const given = JSON.parse(parameters.get('features') ?? '[]') as Feature[];
  const last = layer.features.reduce(
    (max, { attributes }) => Math.max(max, Number(attributes['OBJECTID'])),
    0,
  );
  const addResults = given.map(({ attributes, geometry }, index) => {
    const objectId = last + index + 1;
    layer.features.push({ attributes: { ...attributes, OBJECTID: objectId }, geometry: geometry ?? null });
    return { objectId, uniqueId: objectId, globalId: null, success: true };
  });
  return { json: { addResults } };
}

function queryAttachments({ parameters }: Exchange, layer: ServiceLayer): Answer {
  const ids = parameters.get('objectIds')?.split(',').map(Number);
  const attachmentGroups = [...layer.attachments]
    .filter(([id]) => !ids || ids.includes(id))
    .map(([parentObjectId, files]) => ({
      parentObjectId,
      attachmentInfos: files.map(({ id, name, contentType, bytes }) => ({
        id,
        name,
        contentType,
        size: bytes.length,
      })),
    }));
  return { json: { attachmentGroups } };
}

async function addAttachment({ files }: Exchange, layer: ServiceLayer, objectId: number): Promise<Answer> {
  const file = files.get('attachment');
  if (!file) return refuse(400, 'Attachment file required.');
  const own = layer.attachments.get(objectId) ?? [];
  const added = {
    id: own.length + 1,
    name: file.name,
    contentType: file.type,
    bytes: new Uint8Array(await file.arrayBuffer()),
  };
  layer.attachments.set(objectId, [...own, added]);
  return { json: { addAttachmentResult: { objectId: added.id, globalId: null, success: true } } };
}
