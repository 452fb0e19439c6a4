// @vitest-environment jsdom
import esriRequest from '@arcgis/core/request.js';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readOffers } from './service-offers.ts';

vi.mock('@arcgis/core/request.js', () => ({ default: vi.fn<() => Promise<{ data: unknown }>>() }));
vi.mock('@arcgis/core/layers/Layer.js', () => ({ default: {} }));
vi.mock('@arcgis/core/layers/WFSLayer.js', () => ({ default: {} }));
vi.mock('@arcgis/core/layers/ogc/wfsUtils.js', () => ({
  getCapabilities: async () => ({
    featureTypes: ['trees', 'parks'].map((name) => ({ typeName: name, name })),
  }),
}));

const title =
  '<ows:ServiceIdentification><ows:Title>City of Rotterdam </ows:Title></ows:ServiceIdentification>';
const capabilities = (content: string) =>
  `<WFS_Capabilities xmlns:ows="http://www.opengis.net/ows/1.1">${content}<Title>No</Title></WFS_Capabilities>`;
const answer = (text: string) =>
  vi.mocked(esriRequest).mockResolvedValue({
    data: new DOMParser().parseFromString(text, 'application/xml'),
  } as never);

beforeEach(() => vi.clearAllMocks());

describe('the layers of a WFS', () => {
  it.each([
    ['has its title', () => answer(capabilities(title)), 'City of Rotterdam'],
    ['has none without one', () => answer(capabilities('')), ''],
    ['has none without a response', () => vi.mocked(esriRequest).mockRejectedValue(new Error('lost')), ''],
  ])('their list %s', async (_what, prepare, expected) => {
    prepare();
    const found = await readOffers('wfs', 'https://gis.example/wfs');
    expect(found?.title).toBe(expected);
    expect(found?.offers.map(({ id }) => id)).toEqual(['trees', 'parks']);
  });
});
