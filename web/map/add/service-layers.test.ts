// @vitest-environment jsdom
import ArcgisMap from '@arcgis/core/Map.js';
import type MapImageLayer from '@arcgis/core/layers/MapImageLayer.js';
import type WFSLayer from '@arcgis/core/layers/WFSLayer.js';
import type WMSLayer from '@arcgis/core/layers/WMSLayer.js';
import type WMTSLayer from '@arcgis/core/layers/WMTSLayer.js';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { MapInternals } from '../map-model.ts';
import { addService } from './add-service.ts';
import { readOffers } from './service-offers.ts';

/** A server whose paths respond with a text; others do not exist. */
function serve(answers: Readonly<Record<string, string>>): void {
  vi.stubGlobal('fetch', async (address: string | URL | Request) => {
    const { pathname } = new URL(address instanceof Request ? address.url : address);
    const body = answers[pathname];
    return new Response(body ?? 'Not found', { status: body === undefined ? 404 : 200 });
  });
}
afterEach(() => vi.unstubAllGlobals());

const wms = `<?xml version="1.0"?>
<WMS_Capabilities version="1.3.0" xmlns="http://www.opengis.net/wms" xmlns:xlink="http://www.w3.org/1999/xlink">
  <Service><Name>WMS</Name><Title>Water board</Title></Service>
  <Capability>
    <Request><GetMap><Format>image/png</Format></GetMap></Request>
    <Layer>
      <Title>Water board</Title><CRS>EPSG:3857</CRS>
      <EX_GeographicBoundingBox>
        <westBoundLongitude>3</westBoundLongitude><eastBoundLongitude>7</eastBoundLongitude>
        <southBoundLatitude>50</southBoundLatitude><northBoundLatitude>53</northBoundLatitude>
      </EX_GeographicBoundingBox>
      <Layer>
        <Name>water</Name><Title>Water</Title>
        <Layer><Name>dikes</Name><Title>Dikes</Title>
          <Style><Name>default</Name><LegendURL><Format>image/png</Format>
            <OnlineResource xlink:href="https://gis.example/legend/dikes.png"/></LegendURL></Style>
        </Layer>
        <Layer><Name>sluices</Name></Layer>
      </Layer>
    </Layer>
  </Capability>
</WMS_Capabilities>`;

describe('the layers of a WMS', () => {
  it('are listed without their groups, with legends, and become one layer of the chosen ones', async () => {
    serve({ '/wms': wms });
    const found = await readOffers('wms', 'https://gis.example/wms');
    expect(found).toMatchObject({
      title: 'Water board',
      offers: [
        { id: 'dikes', title: 'Dikes', kind: 'picture', legend: 'https://gis.example/legend/dikes.png' },
        { id: 'sluices', title: 'sluices', kind: 'picture' },
      ],
    });
    const [layer, ...others] = (await found!.make(['dikes', 'sluices'])) as WMSLayer[];
    expect(others).toEqual([]);
    expect(layer).toMatchObject({ type: 'wms', title: 'Water board', url: 'https://gis.example/wms' });
    // The first one of the list is drawn on top.
    expect(layer!.sublayers!.toArray().map(({ name, title }) => [name, title])).toEqual([
      ['sluices', 'sluices'],
      ['dikes', 'Dikes'],
    ]);
  });
});

const wmts = `<?xml version="1.0"?>
<Capabilities version="1.0.0" xmlns="http://www.opengis.net/wmts/1.0" xmlns:ows="http://www.opengis.net/ows/1.1"
    xmlns:xlink="http://www.w3.org/1999/xlink">
  <ows:ServiceIdentification><ows:Title>Aerial pictures</ows:Title></ows:ServiceIdentification>
  <Contents>
    ${['2023', '2024']
      .map(
        (year) => `<Layer>
      <ows:Title>Summer ${year}</ows:Title><ows:Identifier>air${year}</ows:Identifier>
      <Style isDefault="true"><ows:Identifier>default</ows:Identifier></Style>
      <Format>image/jpeg</Format>
      <TileMatrixSetLink><TileMatrixSet>web</TileMatrixSet></TileMatrixSetLink>
      <ResourceURL format="image/jpeg" resourceType="tile"
        template="https://gis.example/${year}/{TileMatrix}/{TileCol}/{TileRow}.jpg"/>
    </Layer>`,
      )
      .join('')}
    <TileMatrixSet>
      <ows:Identifier>web</ows:Identifier><ows:SupportedCRS>urn:ogc:def:crs:EPSG::3857</ows:SupportedCRS>
      <TileMatrix>
        <ows:Identifier>0</ows:Identifier><ScaleDenominator>559082264.0287178</ScaleDenominator>
        <TopLeftCorner>-20037508.3428 20037508.3428</TopLeftCorner>
        <TileWidth>256</TileWidth><TileHeight>256</TileHeight>
        <MatrixWidth>1</MatrixWidth><MatrixHeight>1</MatrixHeight>
      </TileMatrix>
    </TileMatrixSet>
  </Contents>
</Capabilities>`;

describe('the layers of a WMTS', () => {
  it('are listed, and each chosen one becomes a layer', async () => {
    serve({ '/wmts': wmts });
    const found = await readOffers('wmts', 'https://gis.example/wmts');
    expect(found).toMatchObject({
      title: 'Aerial pictures',
      offers: [
        { id: 'air2023', title: 'Summer 2023', kind: 'tiles' },
        { id: 'air2024', title: 'Summer 2024', kind: 'tiles' },
      ],
    });
    const layers = (await found!.make(['air2024', 'air2023'])) as WMTSLayer[];
    expect(layers.map(({ type, activeLayer }) => [type, activeLayer?.id])).toEqual([
      ['wmts', 'air2024'],
      ['wmts', 'air2023'],
    ]);
  });
});

const rest = '/rest/services/City';

describe('the layers of a map service', () => {
  const layers = [0, 1, 2].map((id) => ({ id, name: `Layer ${id}`, type: 'Feature Layer' }));
  const service = { mapName: 'Layers', layers };

  it('become one layer of the chosen ones', async () => {
    serve({
      [`${rest}/MapServer`]: JSON.stringify(service),
      [`${rest}/MapServer/legend`]: JSON.stringify({
        layers: [{ layerId: 2, legend: [{ label: 'Tree', imageData: 'AAAA', contentType: 'image/png' }] }],
      }),
    });
    const found = await readOffers('arcgis', `https://gis.example${rest}/MapServer`);
    expect(found?.title).toBe('City');
    expect(found?.offers.map(({ id, swatches }) => [id, swatches?.map(({ label }) => label)])).toEqual([
      ['0', undefined],
      ['1', undefined],
      ['2', ['Tree']],
    ]);
    const [layer, ...others] = (await found!.make(['2', '0'])) as MapImageLayer[];
    expect(others).toEqual([]);
    expect(layer).toMatchObject({
      type: 'map-image',
      title: 'City',
      url: `https://gis.example${rest}/MapServer`,
    });
    expect(layer!.sublayers!.toArray().map(({ id }) => id)).toEqual([2, 0]);
  });

  it('are listed without its legend, too', async () => {
    serve({ [`${rest}/MapServer`]: JSON.stringify(service) });
    const found = await readOffers('arcgis', `https://gis.example${rest}/MapServer`);
    expect(found?.offers.map(({ title }) => title)).toEqual(['Layer 0', 'Layer 1', 'Layer 2']);
  });

  it('cannot be chosen one by one where they are tiles', async () => {
    serve({ [`${rest}/MapServer`]: JSON.stringify({ ...service, singleFusedMapCache: true }) });
    expect(await readOffers('arcgis', `https://gis.example${rest}/MapServer`)).toBeUndefined();
  });
});

const wfs = `<?xml version="1.0"?>
<wfs:WFS_Capabilities version="2.0.0" xmlns:wfs="http://www.opengis.net/wfs/2.0" xmlns:ows="http://www.opengis.net/ows/1.1"
    xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:city="https://city.example/ns">
  <ows:ServiceIdentification><ows:Title>City</ows:Title></ows:ServiceIdentification>
  <ows:OperationsMetadata>
    ${['GetCapabilities', 'DescribeFeatureType', 'GetFeature']
      .map(
        (name) => `<ows:Operation name="${name}">
      <ows:DCP><ows:HTTP><ows:Get xlink:href="https://gis.example/wfs"/></ows:HTTP></ows:DCP>
      <ows:Parameter name="outputFormat"><ows:AllowedValues><ows:Value>GEOJSON</ows:Value></ows:AllowedValues></ows:Parameter>
    </ows:Operation>`,
      )
      .join('')}
  </ows:OperationsMetadata>
  <wfs:FeatureTypeList>
    ${['trees', 'parks']
      .map(
        (name) => `<wfs:FeatureType>
      <wfs:Name>city:${name}</wfs:Name><wfs:Title>All ${name}</wfs:Title>
      <wfs:DefaultCRS>urn:ogc:def:crs:EPSG::4326</wfs:DefaultCRS>
    </wfs:FeatureType>`,
      )
      .join('')}
  </wfs:FeatureTypeList>
</wfs:WFS_Capabilities>`;

describe('the layers of a WFS', () => {
  it('are made of the chosen types only', async () => {
    serve({ '/wfs': wfs });
    const found = await readOffers('wfs', 'https://gis.example/wfs');
    expect(found?.offers.map(({ id, title }) => [id, title])).toEqual([
      ['city:trees', 'All trees'],
      ['city:parks', 'All parks'],
    ]);
    const layers = (await found!.make(['city:parks', 'city:gone'])) as WFSLayer[];
    expect(layers).toHaveLength(1);
    expect(layers[0]).toMatchObject({
      type: 'wfs',
      title: 'All parks',
      name: 'parks',
      namespaceUri: 'https://city.example/ns',
    });
  });
});

describe('an address that cannot become a layer', () => {
  async function refused(address: string) {
    const map = new ArcgisMap();
    const internals = { view: { map } } as unknown as MapInternals;
    const cause: unknown = await addService(internals, address).catch((thrown: unknown) => thrown);
    expect(map.layers).toHaveLength(0);
    return cause;
  }

  it.each([
    ['objects', '3DObject', 'SceneServer/layers/0'],
    ['a mesh', 'IntegratedMesh', 'SceneServer'],
    ['points', 'PointCloud', 'SceneServer/layers/0'],
    ['tiles of a mesh', '3DTiles', '3DTilesServer'],
  ])('is that of a scene of %s, which is shown in 3D only', async (_what, layerType, path) => {
    const layer = { id: 0, layerType, capabilities: ['View'], store: { profile: 'meshes', version: '1.7' } };
    serve({
      [`${rest}/SceneServer`]: JSON.stringify({ serviceName: 'City', layers: [layer] }),
      [`${rest}/SceneServer/layers/0`]: JSON.stringify(layer),
      [`${rest}/3DTilesServer`]: JSON.stringify({}),
    });
    expect(await refused(`https://gis.example${rest}/${path}`)).toMatchObject({ id: 'add:only-3d' });
  });

  it.each([
    ['a feature service', `${rest}/FeatureServer`, ''],
    ['a map service', `${rest}/MapServer`, ' '],
    ['an OGC API', '/ogc/collections', ''],
    ['an OGC API', '/ogc/collections', '\n'],
  ])('is that of %s with an empty response', async (_what, path, body) => {
    serve({ [path]: body });
    expect(await refused(`https://gis.example${path}`)).toMatchObject({ id: 'add:empty' });
  });
});
