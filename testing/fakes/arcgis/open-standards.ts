import type { Answer, Exchange } from './exchange.ts';
import { pixel } from './pixel.ts';

const root = 'https://ogc.harbour.example';

/** WMS, WMTS, WFS and OGC API Features of a city. */
export function openStandards({ path, parameters }: Exchange): Answer | undefined {
  const [service = '', ...rest] = path.split('/');
  const requested = new Map([...parameters].map(([name, value]) => [name.toLowerCase(), value]));
  const request = requested.get('request')?.toLowerCase();
  switch (service) {
    case 'wms':
      return request === 'getcapabilities'
        ? xml(requested.get('version') === '1.1.1' ? wms111 : wms130)
        : { bytes: pixel, type: 'image/png' };
    case 'wmts':
      return path.endsWith('.png') ? { bytes: pixel, type: 'image/png' } : xml(wmts);
    case 'wfs':
      if (request === 'getcapabilities') return xml(wfs);
      if (request === 'describefeaturetype') return xml(wfsFields);
      return { json: monuments };
    case 'features':
      return features(rest);
    default:
      return undefined;
  }
}

const xml = (text: string): Answer => ({ bytes: text, type: 'text/xml' });

const wmsLayers = (reference: 'CRS' | 'SRS') =>
  ['soil', 'wells']
    .map((name) => `<Layer queryable="1"><Name>${name}</Name><Title>${name}</Title></Layer>`)
    .join('') + `<${reference}>EPSG:3857</${reference}>`;
const online = (name: string) =>
  `<OnlineResource xmlns:xlink="http://www.w3.org/1999/xlink" xlink:type="simple" xlink:href="${root}/${name}?"/>`;
const operations = (formats: string) => `<Request>
  <GetCapabilities><Format>text/xml</Format><DCPType><HTTP><Get>${online('wms')}</Get></HTTP></DCPType></GetCapabilities>
  <GetMap>${formats}<DCPType><HTTP><Get>${online('wms')}</Get></HTTP></DCPType></GetMap></Request>`;
const png = '<Format>image/png</Format>';

const wms130 = `<?xml version="1.0"?><WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms">
<Service><Name>WMS</Name><Title>Soil</Title>${online('wms')}</Service>
<Capability>${operations(png)}<Layer><Title>All</Title><CRS>EPSG:3857</CRS><CRS>EPSG:4326</CRS>
<EX_GeographicBoundingBox><westBoundLongitude>4.4</westBoundLongitude><eastBoundLongitude>4.56</eastBoundLongitude>
<southBoundLatitude>51.88</southBoundLatitude><northBoundLatitude>51.96</northBoundLatitude></EX_GeographicBoundingBox>
<BoundingBox CRS="EPSG:3857" minx="489806" miny="6779000" maxx="507617" maxy="6793000"/>
${wmsLayers('CRS')}</Layer></Capability></WMS_Capabilities>`;

const wms111 = `<?xml version="1.0"?><WMT_MS_Capabilities version="1.1.1">
<Service><Name>OGC:WMS</Name><Title>Soil</Title>${online('wms')}</Service>
<Capability>${operations(png)}<Layer><Title>All</Title><SRS>EPSG:3857</SRS>
<LatLonBoundingBox minx="4.4" miny="51.88" maxx="4.56" maxy="51.96"/>
${wmsLayers('SRS')}</Layer></Capability></WMT_MS_Capabilities>`;

const wmts = `<?xml version="1.0"?><Capabilities xmlns="http://www.opengis.net/wmts/1.0"
 xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" version="1.0.0">
<ows:ServiceIdentification><ows:Title>Aerial</ows:Title></ows:ServiceIdentification>
<ows:OperationsMetadata><ows:Operation name="GetTile"><ows:DCP><ows:HTTP><ows:Get xlink:href="${root}/wmts?">
<ows:Constraint name="GetEncoding"><ows:AllowedValues><ows:Value>RESTful</ows:Value></ows:AllowedValues></ows:Constraint>
</ows:Get></ows:HTTP></ows:DCP></ows:Operation></ows:OperationsMetadata>
<Contents><Layer><ows:Title>Aerial</ows:Title><ows:Identifier>aerial</ows:Identifier>
<ows:WGS84BoundingBox><ows:LowerCorner>4.4 51.88</ows:LowerCorner><ows:UpperCorner>4.56 51.96</ows:UpperCorner></ows:WGS84BoundingBox>
<Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style><Format>image/png</Format>
<TileMatrixSetLink><TileMatrixSet>webmercator</TileMatrixSet></TileMatrixSetLink>
<ResourceURL format="image/png" resourceType="tile" template="${root}/wmts/aerial/default/{TileMatrixSet}/{TileMatrix}/{TileRow}/{TileCol}.png"/>
</Layer><TileMatrixSet><ows:Identifier>webmercator</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
${Array.from(
  { length: 18 },
  (_none, level) => `<TileMatrix><ows:Identifier>${level}</ows:Identifier>
<ScaleDenominator>${559_082_264.0287178 / 2 ** level}</ScaleDenominator><TopLeftCorner>-20037508.3427892 20037508.3427892</TopLeftCorner>
<TileWidth>256</TileWidth><TileHeight>256</TileHeight><MatrixWidth>${2 ** level}</MatrixWidth><MatrixHeight>${2 ** level}</MatrixHeight></TileMatrix>`,
).join('')}</TileMatrixSet></Contents></Capabilities>`;

const get = (name: string, parameters = '') =>
  `<ows:Operation name="${name}"><ows:DCP><ows:HTTP><ows:Get xlink:href="${root}/wfs"/></ows:HTTP></ows:DCP>${parameters}</ows:Operation>`;

const wfs = `<?xml version="1.0"?><wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0"
 xmlns:ows="http://www.opengis.net/ows/1.1" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:city="http://city.example">
<ows:OperationsMetadata>${get('GetCapabilities')}${get('DescribeFeatureType')}
${get('GetFeature', '<ows:Parameter name="outputFormat"><ows:AllowedValues><ows:Value>application/json</ows:Value></ows:AllowedValues></ows:Parameter>')}
<ows:Constraint name="ImplementsResultPaging"><ows:NoValues/><ows:DefaultValue>TRUE</ows:DefaultValue></ows:Constraint>
</ows:OperationsMetadata>
<FeatureTypeList xmlns="http://www.opengis.net/wfs/2.0"><FeatureType><Name>city:monuments</Name><Title>Monuments</Title>
<DefaultCRS>urn:ogc:def:crs:EPSG::4326</DefaultCRS><ows:WGS84BoundingBox><ows:LowerCorner>4.4 51.88</ows:LowerCorner>
<ows:UpperCorner>4.56 51.96</ows:UpperCorner></ows:WGS84BoundingBox></FeatureType></FeatureTypeList></wfs:WFS_Capabilities>`;

const wfsFields = `<?xml version="1.0"?><xsd:schema xmlns:xsd="http://www.w3.org/2001/XMLSchema"
 xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:city="http://city.example" elementFormDefault="qualified" targetNamespace="http://city.example">
<xsd:complexType name="monumentsType"><xsd:complexContent><xsd:extension base="gml:AbstractFeatureType"><xsd:sequence>
<xsd:element name="name" type="xsd:string" minOccurs="0" maxOccurs="1" nillable="true"/>
<xsd:element name="geom" type="gml:PointPropertyType" minOccurs="0" maxOccurs="1" nillable="true"/>
</xsd:sequence></xsd:extension></xsd:complexContent></xsd:complexType>
<xsd:element name="monuments" type="city:monumentsType" substitutionGroup="gml:AbstractFeature"/></xsd:schema>`;

const point = (id: number, x: number, y: number) => ({
  type: 'Feature',
  id,
  properties: { name: `Place ${id}` },
  geometry: { type: 'Point', coordinates: [x, y] },
});
const monuments = { type: 'FeatureCollection', features: [point(1, 4.47, 51.91), point(2, 4.49, 51.92)] };

function features(rest: string[]): Answer | undefined {
  const address = `${root}/features/collections/playgrounds`;
  const links = (rel: string, href: string, type = 'application/json') => [{ rel, href, type }];
  const collection = {
    id: 'playgrounds',
    title: 'Playgrounds',
    itemType: 'feature',
    extent: { spatial: { bbox: [[4.4, 51.88, 4.56, 51.96]] } },
    crs: ['http://www.opengis.net/def/crs/OGC/1.3/CRS84'],
    links: links('items', `${address}/items`, 'application/geo+json'),
  };
  const [first, , third] = rest;
  if (first === undefined)
    return {
      json: {
        title: 'Features',
        links: [
          ...links('data', `${root}/features/collections`),
          ...links('conformance', `${root}/features/conformance`),
        ],
      },
    };
  if (first === 'conformance')
    return {
      json: {
        conformsTo: [
          'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/core',
          'http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/geojson',
        ],
      },
    };
  if (third === 'items') return { bytes: JSON.stringify(monuments), type: 'application/geo+json' };
  if (first === 'collections')
    return { json: rest.length > 1 ? collection : { collections: [collection], links: [] } };
  return undefined;
}

/** Files that web maps name by their address. */
export function files({ path }: Exchange): Answer | undefined {
  if (path === 'counters.csv')
    return { bytes: 'lat,lon,count\n51.91,4.48,12\n51.92,4.49,30\n', type: 'text/csv' };
  if (path === 'benches.geojson') return { bytes: JSON.stringify(monuments), type: 'application/geo+json' };
  if (path === 'events.kml') return { bytes: '<kml/>', type: 'application/vnd.google-earth.kml+xml' };
  if (path.startsWith('tiles/') || path === 'camera.jpg') return { bytes: pixel, type: 'image/png' };
  return { status: 404, type: 'text/html', bytes: '<h1>Not found</h1>' };
}
