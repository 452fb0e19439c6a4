import { type Answer, type Exchange, refuse, tokenRequired } from './exchange.ts';
import { files, openStandards } from './open-standards.ts';
import { pixel } from './pixel.ts';

/** Hosts of a city besides its portal, which web maps of that city refer to. */
const hosts: Readonly<Record<string, (exchange: Exchange) => Answer | undefined>> = {
  'gis.harbour.example': ({ path, parameters }) => arcgisServer(path, parameters),
  'ogc.harbour.example': openStandards,
  'files.harbour.example': files,
  'secured.harbour.example': secured,
  'gone.harbour.example': () => ({ status: 404, type: 'text/html', bytes: '<h1>Not found</h1>' }),
  'utility.arcgis.com': utility,
  'demographics.arcgis.com': premium,
};

/** Services of hosts that belong to no portal. Undefined: none of them is asked. */
export function cityServices(exchange: Exchange): Answer | undefined {
  const answer = hosts[exchange.host];
  return answer && (answer(exchange) ?? refuse(400, 'Invalid URL', undefined, ['Invalid URL']));
}

/** Content for subscribers: the accounts of the portal sign in, but may not see it. */
function premium({ path, portal, token }: Exchange): Answer {
  if (path.endsWith('rest/info'))
    return { json: { currentVersion: 12, owningSystemUrl: portal, authInfo: {} } };
  return token ? refuse(403, 'Subscription required.') : tokenRequired();
}

const mercator = { wkid: 102100, latestWkid: 3857 };
const extent = { xmin: 480_000, ymin: 6_770_000, xmax: 520_000, ymax: 6_800_000, spatialReference: mercator };
const dutch = { wkid: 28992, latestWkid: 28992 };
const dutchExtent = { xmin: 80_000, ymin: 425_000, xmax: 105_000, ymax: 445_000, spatialReference: dutch };

/** An ArcGIS Server with map and image services: https://developers.arcgis.com/rest/services-reference/enterprise/ */
function arcgisServer(path: string, parameters: URLSearchParams): Answer | undefined {
  const [, folder = '', kind, rest = ''] =
    /^arcgis\/rest\/services\/(.+?)\/(MapServer|ImageServer)(?:\/(.*))?$/.exec(path) ?? [];
  if (path.endsWith('rest/info')) return { json: { currentVersion: 11.3, authInfo: {} } };
  if (kind === 'MapServer' && ['City', 'Base', 'Labels', 'Rd'].includes(folder))
    return mapService(folder, rest, parameters);
  if (kind === 'ImageServer') return imageService(folder, rest);
  return undefined;
}

const names = ['Districts', 'Roads', 'Buildings'];

function mapService(name: string, rest: string, parameters: URLSearchParams): Answer | undefined {
  if (rest === '') return { json: name === 'City' ? dynamicService : tiledService(name) };
  if (rest === 'layers') return { json: { layers: names.map((_name, id) => sublayer(id)), tables: [] } };
  if (rest === 'legend') return { json: { layers: [] } };
  if (rest === 'export') return { bytes: pixel, type: 'image/png' };
  if (rest.startsWith('tile/')) return { bytes: pixel, type: 'image/png' };
  const [id = '', operation] = rest.split('/');
  if (!/^[0-2]$/.test(id)) return undefined;
  if (operation === 'query')
    return parameters.get('returnCountOnly') === 'true' ? { json: { count: 0 } } : { json: noFeatures };
  return { json: sublayer(Number(id)) };
}

const noFeatures = {
  geometryType: 'esriGeometryPolygon',
  spatialReference: mercator,
  fields: [],
  features: [],
};

const sublayer = (id: number) => ({
  currentVersion: 11.3,
  id,
  name: names[id],
  type: 'Feature Layer',
  geometryType: 'esriGeometryPolygon',
  objectIdField: 'OBJECTID',
  capabilities: 'Map,Query,Data',
  supportedQueryFormats: 'JSON',
  maxRecordCount: 1000,
  defaultVisibility: true,
  minScale: 0,
  maxScale: 0,
  extent,
  fields: [
    { name: 'OBJECTID', type: 'esriFieldTypeOID', alias: 'OBJECTID' },
    { name: 'NAME', type: 'esriFieldTypeString', alias: 'Name', length: 50 },
  ],
  drawingInfo: {
    renderer: {
      type: 'simple',
      symbol: { type: 'esriSFS', style: 'esriSFSSolid', color: [80, 140, 90, 120] },
    },
  },
});

const dynamicService = {
  currentVersion: 11.3,
  mapName: 'City',
  capabilities: 'Map,Query,Data',
  supportsDynamicLayers: true,
  singleFusedMapCache: false,
  supportedImageFormatTypes: 'PNG32,PNG24,PNG,JPG',
  maxImageHeight: 4096,
  maxImageWidth: 4096,
  spatialReference: mercator,
  fullExtent: extent,
  initialExtent: extent,
  layers: names.map((name, id) => ({
    id,
    name,
    type: 'Feature Layer',
    parentLayerId: -1,
    subLayerIds: null,
    defaultVisibility: true,
    minScale: 0,
    maxScale: 0,
  })),
  tables: [],
};

export function tiledService(name: string) {
  const [spatialReference, area, origin, widest] =
    name === 'Rd'
      ? [dutch, dutchExtent, { x: -285_401.92, y: 903_401.92 }, 3_440.64]
      : [mercator, extent, { x: -20_037_508.342787, y: 20_037_508.342787 }, 156_543.033928];
  return {
    currentVersion: 11.3,
    mapName: name,
    capabilities: 'Map,TilesOnly,Tilemap',
    singleFusedMapCache: true,
    spatialReference,
    fullExtent: area,
    initialExtent: area,
    tileInfo: tileInfo(spatialReference, origin, widest),
    layers: [{ id: 0, name, parentLayerId: -1, subLayerIds: null, defaultVisibility: true }],
    tables: [],
  };
}

function tileInfo(spatialReference: object, origin: object, widest: number) {
  const lods = Array.from({ length: 17 }, (_none, level) => ({
    level,
    resolution: widest / 2 ** level,
    scale: (widest / 2 ** level) * 3_779.52,
  }));
  return {
    rows: 256,
    cols: 256,
    dpi: 96,
    format: 'PNG',
    compressionQuality: 0,
    origin,
    spatialReference,
    lods,
  };
}

/** Images drawn on request (Ortho), wind (Wind), and tiles (Elevation). */
function imageService(name: string, rest: string): Answer | undefined {
  if (!['Ortho', 'Wind', 'Elevation'].includes(name)) return undefined;
  if (rest === 'exportImage' || rest.startsWith('tile/')) return { bytes: pixel, type: 'image/png' };
  if (rest === 'legend') return { json: { layers: [] } };
  if (rest === 'rasterFunctionInfos') return { json: { rasterFunctionInfos: [] } };
  if (rest !== '') return undefined;
  const tiled = name === 'Elevation';
  return {
    json: {
      currentVersion: 11.3,
      name,
      serviceDataType:
        name === 'Wind' ? 'esriImageServiceDataTypeVector-UV' : 'esriImageServiceDataTypeGeneric',
      capabilities: tiled ? 'Image,TilesOnly' : 'Image,Metadata',
      bandCount: name === 'Ortho' ? 3 : name === 'Wind' ? 2 : 1,
      pixelType: 'U8',
      pixelSizeX: 10,
      pixelSizeY: 10,
      minPixelSize: 0,
      maxPixelSize: 0,
      maxImageHeight: 4100,
      maxImageWidth: 15_000,
      hasRasterAttributeTable: false,
      hasHistograms: false,
      hasColormap: false,
      allowRasterFunction: true,
      rasterFunctionInfos: [{ name: 'None', description: '', help: '' }],
      spatialReference: mercator,
      extent,
      fullExtent: extent,
      initialExtent: extent,
      ...(tiled && {
        singleFusedMapCache: true,
        cacheType: 'Raster',
        tileInfo: tileInfo(mercator, { x: -20_037_508.342787, y: 20_037_508.342787 }, 156_543.033928),
      }),
    },
  };
}

/** A server of another organisation, with accounts of its own. */
function secured({ path }: Exchange): Answer {
  if (!path.endsWith('rest/info')) return tokenRequired();
  const tokenServicesUrl = 'https://secured.harbour.example/arcgis/tokens/';
  return { json: { currentVersion: 11.3, authInfo: { isTokenBasedSecurity: true, tokenServicesUrl } } };
}

/** Esri's readers of KML and GeoRSS, and services that answer through their stored credentials. */
function utility({ path, parameters }: Exchange): Answer | undefined {
  if (path.startsWith('sharing/')) return fileReader(path.slice('sharing/'.length), parameters);
  const [proxied, rest = ''] = /^usrsvcs\/.*\/MapServer(?:\/(.*))?$/.exec(path) ?? [];
  if (proxied !== undefined) return mapService('City', rest, parameters);
  return undefined;
}

/** Readers of KML and GeoRSS: of ArcGIS Online on a host of their own, of ArcGIS Enterprise below the portal's `/sharing`. */
export function fileReader(name: string, parameters: URLSearchParams): Answer | undefined {
  if (name === 'kml') return { json: kml(parameters.get('url') ?? '') };
  return name === 'rss' ? { json: rss } : undefined;
}

const placesOf = (name: string, geometry: object) => ({
  layerDefinition: {
    name,
    type: 'Feature Layer',
    geometryType: 'esriGeometryPoint',
    objectIdField: 'objectid',
    fields: [
      { name: 'objectid', alias: 'objectid', type: 'esriFieldTypeOID' },
      { name: 'name', alias: 'name', type: 'esriFieldTypeString', length: 256 },
    ],
    drawingInfo: {
      renderer: {
        type: 'simple',
        symbol: { type: 'esriSMS', style: 'esriSMSCircle', color: [20, 90, 160, 255], size: 8 },
      },
    },
  },
  featureSet: {
    geometryType: 'esriGeometryPoint',
    features: [
      {
        geometry,
        attributes: { objectid: 1, name: 'Place 1' },
      },
    ],
  },
  popupInfo: { title: '{name}', fieldInfos: [] },
});

/** A reader returns a layer for each kind of geometry, also where a feed has none. */
const emptyOf = (geometryType: string, symbol: object) => {
  const { layerDefinition, popupInfo } = placesOf('News', {});
  const drawingInfo = { renderer: { type: 'simple', symbol } };
  return {
    layerDefinition: { ...layerDefinition, geometryType, drawingInfo },
    featureSet: { geometryType, features: [] },
    popupInfo,
  };
};

const line = { type: 'esriSLS', style: 'esriSLSSolid', color: [20, 90, 160, 255], width: 2 };
const area = { type: 'esriSFS', style: 'esriSFSSolid', color: [20, 90, 160, 60], outline: line };

const rss = {
  name: 'News',
  lookAtExtent: extent,
  featureCollection: {
    layers: [
      placesOf('News', { x: 498_000, y: 6_785_000, spatialReference: mercator }),
      emptyOf('esriGeometryPolyline', line),
      emptyOf('esriGeometryPolygon', area),
    ],
  },
};

function kml(address: string) {
  if (!address.endsWith('events.kml')) return { name: '', folders: [], featureCollection: { layers: [] } };
  const folders = [1, 2, 3].map((id) => ({ id, name: `Folder ${id}`, parentFolderId: -1, visibility: 1 }));
  return {
    name: 'Events',
    visibility: 1,
    lookAtExtent: extent,
    folders: folders.map((folder) => ({
      ...folder,
      subFolderIds: [],
      networkLinkIds: [],
      featureInfos: folder.id === 1 ? [{ type: 'esriGeometryPoint', id: 1 }] : [],
    })),
    featureCollection: { layers: [placesOf('Events', { x: 4.47, y: 51.9 })] },
    groundOverlays: [],
    networkLinks: [],
    screenOverlays: [],
    photoOverlays: [],
  };
}
