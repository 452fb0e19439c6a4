import { cityServices, tiledService } from './city-services.ts';
import type { HostedPoints } from './content.ts';
import { basemapCredits, contributors } from './credits.ts';
import {
  type Answer,
  type Exchange,
  invalidToken,
  notPermitted,
  refuse,
  refusedToken,
  tokenRequired,
} from './exchange.ts';
import { forward } from './forward.ts';
import { pixel } from './pixel.ts';

const fields = [
  { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID', editable: false, nullable: false },
  { name: 'name', type: 'esriFieldTypeString', alias: 'Name', length: 255, editable: true, nullable: true },
];

const degrees = { wkid: 4326, latestWkid: 4326 };
const worldExtent = { xmin: -180, ymin: -85, xmax: 180, ymax: 85, spatialReference: degrees };

/** Paths of the pictures and tiles that layers are drawn from. */
const isPicture = /\/(?:tile\/[\d/]+(?:\.pbf)?|export|exportImage)$/;

/** Hosts of services: hosted feature layers, basemaps, the geocoder. Undefined: there is no such service. */
export function services(
  exchange: Exchange,
  hosted: readonly HostedPoints[],
): Answer | Promise<Answer> | undefined {
  const { host, path } = exchange;
  const ofCity = (isPicture.test(path) && overloadOf(exchange, 'pictures')) || cityServices(exchange);
  if (ofCity) return ofCity;
  if (path.endsWith('rest/info'))
    return {
      json: {
        currentVersion: 12,
        fullVersion: '12.0.0',
        owningSystemUrl: exchange.portal,
        authInfo: {
          isTokenBasedSecurity: true,
          tokenServicesUrl: `${exchange.portal}/sharing/rest/generateToken`,
        },
      },
    };
  if (host === 'basemapstyles-api.arcgis.com') return basemapStyle(exchange);
  if (host === 'basemaps-api.arcgis.com' && !takesBasemaps(exchange)) return tokenRequired();
  if (path.includes('/VectorTileServer')) return vectorTiles(path);
  if (host === 'static.arcgis.com') return contributors(path);
  if (host === 'services.arcgisonline.com') return imagery(path);
  if (path.includes('/GeocodeServer')) return geocoder(exchange);
  const asked = `${host}/${path}`.replace('/rest/admin/services/', '/rest/services/');
  const isAdmin = asked !== `${host}/${path}`;
  const service = hosted.find((each) => `${asked}/`.startsWith(`${addressOf(exchange, each)}/`));
  if (!service) return undefined;
  const below = asked.slice(addressOf(exchange, service).length + 1);
  const [layer, operation] = below.split('/');
  const overload = layer && overloadOf(exchange, asksFor(operation));
  if (overload) return overload;
  const forThisServer = exchange.tokenServer === host || exchange.dialect.takesPortalToken(host);
  if (exchange.token !== '' && !forThisServer) return invalidToken();
  if (!service.isPublic && exchange.person?.orgId !== service.orgId)
    return exchange.person ? notPermitted() : tokenRequired();
  if (isAdmin && !mayAdminister(exchange, service)) return notPermitted();
  if (service.forward) {
    const refused = below.endsWith('/query') ? refusedToken(exchange, 'query') : undefined;
    const itemId = below === 'sources' ? service.forward.sourceItemId : service.serviceItemId;
    return refused ?? forward(exchange, service.forward, { below, itemId, isAdmin });
  }
  if (isAdmin) return undefined;
  if (!layer) return { json: serviceJson };
  // Annotation and dimension layers read their geodatabase definition first.
  if (layer === 'queryDataElements') return { json: { layerDataElements: [dataElement(service)] } };
  if (!/^\d+$/.test(layer)) return refuse(400, 'Invalid URL');
  if (operation === undefined)
    return {
      json: {
        ...layerJson,
        id: Number(layer),
        name: service.name,
        type: service.kind ?? layerJson.type,
        capabilities: service.capabilities ?? layerJson.capabilities,
        ...(service.serviceItemId && { serviceItemId: service.serviceItemId }),
      },
    };
  if (operation !== 'query') return undefined;
  return refusedToken(exchange, 'query') ?? query(exchange, service);
}

const asksFor = (operation: string | undefined) =>
  operation === 'query' ? 'queries' : operation === undefined ? 'descriptions' : undefined;

/** The refusal of an overloaded server, while a switch asks for it: 429 in the envelope, or a proxy's page. */
function overloadOf(
  { switches }: Exchange,
  kind: 'descriptions' | 'queries' | 'pictures' | undefined,
): Answer | undefined {
  const { overloadedServices: left } = switches;
  if (!kind || left[kind] === 0) return undefined;
  left[kind] -= 1;
  if (left.status === 429) return { ...refuse(429, 'Too many requests.'), status: 429 };
  return { status: left.status, type: 'text/html', bytes: `<html><title>${left.status}</title></html>` };
}

/** https://developers.arcgis.com/rest/services-reference/enterprise/query-data-elements/ */
const dataElement = ({ name }: HostedPoints) => ({
  layerId: 0,
  dataElement: {
    catalogPath: `\\FC=${name}`,
    name,
    dataElementType: 'esriDEFeatureClass',
    datasetType: 'esriDTFeatureClass',
    featureType: 'esriFTSimple',
    shapeType: 'esriGeometryPoint',
    extensionProperties: {
      type: 'PropertySet',
      propertySetItems: [
        'ReferenceScale',
        10_000,
        'SymbolCollection',
        JSON.stringify({ type: 'CIMSymbolCollection', symbols: [] }),
        'StyleCollection',
        JSON.stringify({ type: 'CIMDimensionStyleCollection', styles: [] }),
      ],
    },
  },
});

function mayAdminister({ content, person }: Exchange, { serviceItemId = '' }: HostedPoints): boolean {
  const item = content.items.get(serviceItemId);
  return item !== undefined && content.mayChange(item, person);
}

const addressOf = ({ dialect }: Exchange, service: HostedPoints) =>
  service.address ?? dialect.addressOf(service);

const serviceJson = {
  currentVersion: 12,
  capabilities: 'Query',
  maxRecordCount: 2000,
  supportedQueryFormats: 'JSON',
  spatialReference: degrees,
  fullExtent: worldExtent,
  initialExtent: worldExtent,
  layers: [{ id: 0, name: 'Points', type: 'Feature Layer', geometryType: 'esriGeometryPoint' }],
  tables: [],
};

const layerJson = {
  currentVersion: 12,
  id: 0,
  type: 'Feature Layer',
  geometryType: 'esriGeometryPoint',
  objectIdField: 'OBJECTID',
  displayField: 'name',
  capabilities: 'Query',
  maxRecordCount: 2000,
  supportedQueryFormats: 'JSON',
  supportsAdvancedQueries: true,
  // https://developers.arcgis.com/rest/services-reference/online/layer-feature-service/
  editingInfo: { lastEditDate: 1_760_000_000_000 },
  advancedQueryCapabilities: { supportsPagination: true, supportsOrderBy: true },
  extent: worldExtent,
  fields,
  drawingInfo: {
    renderer: {
      type: 'simple',
      symbol: { type: 'esriSMS', style: 'esriSMSCircle', color: [200, 40, 40, 255], size: 9 },
    },
  },
};

function query({ parameters }: Exchange, { points, count = points.length }: HostedPoints): Answer {
  if (parameters.get('returnCountOnly') === 'true') return { json: { count } };
  if (parameters.get('returnExtentOnly') === 'true') {
    const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
    const extent = {
      xmin: Math.min(...xs),
      ymin: Math.min(...ys),
      xmax: Math.max(...xs),
      ymax: Math.max(...ys),
      spatialReference: degrees,
    };
    return { json: { count, extent } };
  }
  const mercator = !String(parameters.get('outSR') ?? '').includes('4326');
  const features = points.map(([x, y, name], index) => ({
    attributes: { OBJECTID: index + 1, name },
    geometry: mercator ? toMercator(x, y) : { x, y },
  }));
  return {
    json: {
      objectIdFieldName: 'OBJECTID',
      uniqueIdField: { name: 'OBJECTID', isSystemMaintained: true },
      globalIdFieldName: '',
      geometryType: 'esriGeometryPoint',
      spatialReference: mercator ? { wkid: 102100, latestWkid: 3857 } : degrees,
      fields,
      features,
    },
  };
}

function toMercator(longitude: number, latitude: number) {
  const half = 20_037_508.342787;
  const radians = (latitude * Math.PI) / 180;
  return { x: (longitude / 180) * half, y: (Math.log(Math.tan(Math.PI / 4 + radians / 2)) / Math.PI) * half };
}

/** An API key that the basemap styles service takes. */
export const basemapKey = 'AAPT-stand-in-key';

/** Whether the services of basemap styles answer: to accounts of ArcGIS Online, and to API keys. */
const takesBasemaps = ({ person, token }: Exchange) => person !== undefined || token === basemapKey;

/**
 * The basemap styles service: styles for accounts of ArcGIS Online, and for API keys.
 * https://developers.arcgis.com/rest/basemap-styles/
 */
function basemapStyle(exchange: Exchange): Answer | undefined {
  if (!exchange.path.startsWith('arcgis/rest/services/styles/v2/styles/')) return undefined;
  if (!takesBasemaps(exchange)) return tokenRequired();
  const service = 'https://basemaps-api.arcgis.com/arcgis/rest/services/World_Basemap_v2/VectorTileServer';
  return {
    json: {
      version: 8,
      sprite: `${service}/resources/sprites/sprite`,
      glyphs: `${service}/resources/fonts/{fontstack}/{range}.pbf`,
      sources: { esri: { type: 'vector', url: service } },
      layers: [{ id: 'land', type: 'background', paint: { 'background-color': '#e8efe0' } }],
    },
  };
}

/** World imagery of ArcGIS Online, which everyone may see. */
function imagery(path: string): Answer | undefined {
  const root = /^arcgis\/rest\/services\/World_Imagery\/MapServer(?:\/(.*))?$/i.exec(path);
  if (!root) return undefined;
  return root[1]?.startsWith('tile/')
    ? { bytes: pixel, type: 'image/png' }
    : { json: tiledService('World_Imagery') };
}

/** Vector tiles of one colour. */
export function vectorTiles(path: string): Answer | undefined {
  const root = /^[\w/]+\/rest\/services\/[\w/]+\/VectorTileServer(.*)$/.exec(path);
  if (!root) return undefined;
  const [, rest = ''] = root;
  if (rest === '')
    return {
      json: {
        currentVersion: 12,
        name: 'World_Basemap_v2',
        capabilities: 'TilesOnly',
        copyrightText: basemapCredits,
        type: 'indexedVector',
        defaultStyles: 'resources/styles',
        tiles: ['tile/{z}/{y}/{x}.pbf'],
        minScale: 295_828_763.8,
        maxScale: 70.5,
        fullExtent: mercatorExtent,
        initialExtent: mercatorExtent,
        tileInfo: {
          rows: 512,
          cols: 512,
          dpi: 96,
          format: 'pbf',
          origin: { x: -20_037_508.342787, y: 20_037_508.342787 },
          spatialReference: { wkid: 102100, latestWkid: 3857 },
          lods: Array.from({ length: 20 }, (_none, level) => ({
            level,
            resolution: 78_271.516964 / 2 ** level,
            scale: 295_828_763.795777 / 2 ** level,
          })),
        },
        resourceInfo: {
          styleVersion: 8,
          tileCompression: 'gzip',
          cacheInfo: { storageInfo: { packetSize: 128 } },
        },
      },
    };
  if (rest.endsWith('root.json'))
    return {
      json: {
        version: 8,
        sprite: '../sprites/sprite',
        glyphs: '../fonts/{fontstack}/{range}.pbf',
        sources: { esri: { type: 'vector', url: '../../' } },
        layers: [{ id: 'land', type: 'background', paint: { 'background-color': '#e8efe0' } }],
      },
    };
  if (/sprite(@2x)?\.json$/.test(rest)) return { json: {} };
  if (rest.endsWith('.png')) return { bytes: pixel, type: 'image/png' };
  return { bytes: '', type: 'application/x-protobuf' };
}

const mercatorExtent = {
  xmin: -20_037_508.342787,
  ymin: -20_037_508.342787,
  xmax: 20_037_508.342787,
  ymax: 20_037_508.342787,
  spatialReference: { wkid: 102100, latestWkid: 3857 },
};

function geocoder({ path, parameters }: Exchange): Answer | undefined {
  if (path.endsWith('/suggest'))
    return { json: { suggestions: [{ text: 'Harbour Street 1', magicKey: 'k1', isCollection: false }] } };
  if (path.endsWith('/findAddressCandidates'))
    return {
      json: {
        spatialReference: degrees,
        candidates: [
          {
            address: parameters.get('SingleLine') ?? '',
            location: { x: 4.48, y: 51.92 },
            score: 100,
            attributes: { LongLabel: parameters.get('SingleLine') ?? '' },
            extent: { xmin: 4.47, ymin: 51.91, xmax: 4.49, ymax: 51.93 },
          },
        ],
      },
    };
  // https://developers.arcgis.com/rest/geocode/reverse-geocode/
  if (path.endsWith('/reverseGeocode')) {
    const [x = 0, y = 0] = (parameters.get('location') ?? '').split(',').map(Number);
    const address = { Match_addr: 'Harbour Street 1', LongLabel: 'Harbour Street 1' };
    return { json: { address, location: { x, y, spatialReference: degrees } } };
  }
  if (path.endsWith('/GeocodeServer'))
    return {
      json: { currentVersion: 12, capabilities: 'Geocode,ReverseGeocode,Suggest', spatialReference: degrees },
    };
  return undefined;
}
