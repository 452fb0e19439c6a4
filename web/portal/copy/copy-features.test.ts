import { afterEach, describe, expect, it, vi } from 'vitest';
import { fakeFetch, type LoggedRequest } from '../../../testing/web/fake-fetch.ts';
import { copyFeatures } from './copy-features.ts';

afterEach(() => vi.unstubAllGlobals());

const place = (host: string) => ({
  party: {
    restUrl: `https://${host}/sharing/rest`,
    session: { token: async () => '', renew: async () => '' },
  },
  url: `https://${host}/rest/services/${host}/FeatureServer/0`,
});
const layer = {
  id: 0,
  name: 'Trees',
  hasAttachments: true,
  objectIdField: 'OBJECTID',
  fields: [{ name: 'OBJECTID', type: 'esriFieldTypeOID' }],
};
const files = (ids: readonly number[]) => [
  {
    parentObjectId: 7,
    attachmentInfos: ids.map((id) => ({ id, name: `${id}.jpg`, contentType: 'image/jpeg' })),
  },
];

describe('the attachments of features', () => {
  it('are copied from servers that list some at once, and one that cannot be read is reported', async () => {
    const log = fakeFetch({
      'a.test/FeatureServer/0/query': ({ params }: LoggedRequest) => ({
        features: params['where'] === 'OBJECTID > -1' ? [{ attributes: { OBJECTID: 7 } }] : [],
      }),
      'b.test/FeatureServer/0/addFeatures': { addResults: [{ success: true, objectId: 1 }] },
      '/queryAttachments': ({ params }: LoggedRequest) =>
        params['resultOffset'] === undefined
          ? { attachmentGroups: files([1, 2]), exceededTransferLimit: true }
          : { attachmentGroups: files([3]) },
      '/attachments/1': {},
      '/attachments/2': { httpStatus: 500 },
      '/attachments/3': {},
      '/addAttachment': { addAttachmentResult: { success: true } },
    });
    const signal = new AbortController().signal;
    const outcome = await copyFeatures(place('a.test'), place('b.test'), layer, {
      signal,
      onProgress: () => {},
    });
    expect(outcome).toMatchObject({ copied: 1, refused: 1 });
    const offsets = log.filter(({ path }) => path.endsWith('/queryAttachments'));
    expect(offsets.map(({ params }) => params['resultOffset'])).toEqual([undefined, '2']);
    expect(log.filter(({ path }) => path.endsWith('/addAttachment'))).toHaveLength(2);
  });
});
