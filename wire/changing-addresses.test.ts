import { describe, expect, test } from 'vitest';
import { mayChange } from './changing-addresses.ts';

const page = 'https://maps.example/city/map';
const portal = 'https://maps.example/portal/city';
const rest = `${portal}/sharing/rest`;
const services = 'https://maps.example/server/city/rest/services';
const item = 'content/users/ada/items/0123456789abcdef0123456789abcdef';
const at = { portal, page };

describe('an address of the portal or a GIS server may change something', () => {
  test.each([
    `${rest}/${item}/delete`,
    `${portal}/sharing/${item}/share?everyone=true&f=json`,
    `${rest}/community/groups/admins/addUsers?users=mallory`,
    `${rest}/community/users/ada/update?email=m@evil.example`,
    `${rest}/portals/self/update`,
    `${rest}/community/createGroup?title=x`,
    `${rest}/content/users/ada/deleteItems?items=1`,
    `${rest}/oauth2/revokeToken`,
    `${rest}/oauth2/signout`,
    // As servers read it.
    `${rest}/${item}/%64elete`,
    `${rest}/${item}/delete/`,
    `${rest}/${item}/delete;jsessionid=1`,
    `${rest}//${item}//DELETE#map`,
    `${rest}/content/users/ada/%0a/items/0123/delete`,
    `${rest}/content/items/x/..%2f..%2fusers/ada/addItem`,
    `${rest}/content/items/x/../../users/ada/addItem`,
    `${rest}/servers/x/rest/services/Trees/FeatureServer/0/deleteFeatures`,
    `${rest}/${item}/delete/servers/x/rest/services/Trees/FeatureServer`,
    '/portal/sharing/rest/content/users/ada/items/1/delete',
    '/api/session/city/x/oauth2/revokeToken',
    'https://maps.example/api/city/maps/1/comments',
    `${services}/Trees/FeatureServer/0/deleteFeatures?where=1%3D1&f=json`,
    `${services}/Trees/FeatureServer/0/%61pplyEdits`,
    `${services}/Trees/FeatureServer/createReplica`,
    `${services}/Trees/FeatureServer/0/append/jobs/0123/cancel`,
    'https://maps.example/server/city/rest/admin/services/Trees/FeatureServer/0/truncate',
    // A server that is federated with the portal.
    'https://gis.example/arcgis/rest/services/Sewers/FeatureServer/3/calculate',
    'https://gis.example/arcgis/rest/services/Aerial/ImageServer/delete?rasterIds=1',
    'https://gis.example/arcgis/rest/services/Roads/VersionManagementServer/versions/{1}/delete',
    'https://gis.example/arcgis/rest/services/Tools/GPServer/Clear/submitJob?layer=1',
  ])('%s', (address) => {
    expect(mayChange(address, at)).toBe(true);
  });
});

describe('an address only reads', () => {
  test.each([
    `${rest}/portals/self?f=json`,
    `${rest}/portals/self/settings`,
    `${rest}/community/self`,
    `${rest}/content/items/0123/data?f=json`,
    `${rest}/content/items/0123/resources/styles/delete/root.json`,
    `${rest}/content/items/0123/info/thumbnail/add.png`,
    `${rest}/content/groups/0123/search?q=share`,
    `${rest}/search?q=delete`,
    `${rest}/generateToken`,
    `${rest}/`,
    `${portal}/sharing/servers/0123/rest/services/Roads/MapServer/tile/1/2/3`,
    `${services}/Trees/FeatureServer/0/query?where=1%3D1`,
    `${services}/Trees/FeatureServer/0/12/attachments/3`,
    `${services}/Trees/FeatureServer/0/validateSQL`,
    `${services}/Addresses/FeatureServer/0`,
    `${services}/update_2026/MapServer/export`,
    `${services}/Buildings/MapServer/WMTS/tile/1.0.0/Buildings/default/GoogleMapsCompatible/1/2/3.png`,
    `${services}/Trees/MapServer/0/images/add4ff0123`,
    `${services}/Sharing/Trees/FeatureServer/0/query`,
    `${services}/Utilities/Geometry/GeometryServer/union`,
    `${services}/Places/GeocodeServer/findAddressCandidates`,
    `${services}/Base/VectorTileServer/resources/sprites/add.png`,
    'https://maps.example/server/city/ogc/Trees/collections/0/items',
    'https://gis.example/arcgis/rest/services/Roads/OGCFeatureServer/collections/addresses/items',
    'https://gis.example/arcgis/rest/services/Print/GPServer/Export%20Web%20Map%20Task/submitJob',
    // What is not the portal's says nothing by its path.
    'https://data.example/sharing/delete.geojson',
    'https://data.example/api/update.csv',
    'data:image/png;base64,AAAA',
    'blob:https://maps.example/0123',
    '/icons/remove.svg',
  ])('%s', (address) => {
    expect(mayChange(address, at)).toBe(false);
  });
});
