import { expect } from '@playwright/test';
import { openMap } from './sdk-map.ts';
import { run, test } from './sdk-steps.ts';
import { tokenOf } from './steps.ts';

/** Attachments that the ArcGIS SDK sends with edits, as its Editor does. */
test(
  'the SDK adds, replaces and deletes attachments with applyEdits',
  { tag: '@long' },
  async ({ page, application }) => {
    const root = await openMap(page, application);
    const token = await tokenOf(page, 'grace');
    const edited = await run(
      page,
      async ({ FeatureLayer, IdentityManager, plain }, { service, token }) => {
        const expires = Date.now() + 1_500_000;
        IdentityManager.registerToken({ server: service, token, userId: 'grace', expires, ssl: false });
        const layer = new FeatureLayer({ url: `${service}/0` });
        await layer.load();
        const globalId = `{${crypto.randomUUID().toUpperCase()}}`;
        const photograph = { globalId: crypto.randomUUID(), name: 'bay.jpg', keywords: 'bay' };
        const attributes = {
          ...layer.templates[0].prototype.attributes,
          [layer.globalIdField]: globalId,
          name: 'Stop with a photograph',
          kind: 'Bus stop',
        };
        const feature = { geometry: { type: 'point', longitude: 71.5, latitude: 51.1 }, attributes };
        const byGlobalId = { globalIdUsed: true };
        const added = await layer.applyEdits(
          {
            addFeatures: [feature],
            addAttachments: [
              { feature, attachment: { ...photograph, data: new Blob(['bay'], { type: 'image/jpeg' }) } },
            ],
          },
          byGlobalId,
        );
        const { objectId } = added.addFeatureResults[0];
        const list = async () =>
          ((await layer.queryAttachments({ objectIds: [objectId] }))[objectId] ?? []).map(
            ({ name, size, keywords }: any) => [name, size, keywords],
          );
        const first = await list();
        const upload = new FormData();
        upload.append('file', new Blob(['the bay'], { type: 'image/jpeg' }), 'bay2.jpg');
        upload.append('f', 'json');
        upload.append('token', token);
        const answer = await fetch(plain(`${service}/uploads/upload`), { method: 'POST', body: upload });
        const { item } = await answer.json();
        const replaced = await layer.applyEdits(
          {
            updateAttachments: [
              { feature, attachment: { ...photograph, name: 'bay2.jpg', uploadId: item.itemID } },
            ],
          },
          byGlobalId,
        );
        const second = await list();
        const deleted = await layer.applyEdits({ deleteAttachments: [photograph.globalId] }, byGlobalId);
        const third = await list();
        const removed = await layer.applyEdits({ deleteFeatures: [{ objectId }] });
        return {
          lists: [first, second, third],
          byUpload: layer.capabilities.editing.supportsUploadWithItemId,
          faults: [
            added.addFeatureResults,
            added.addAttachmentResults,
            replaced.updateAttachmentResults,
            deleted.deleteAttachmentResults,
            removed.deleteFeatureResults,
          ].map(([{ error }]: any) => error?.message ?? 'none'),
        };
      },
      { service: `${root}/Astana_transit_stops/FeatureServer`, token },
    );
    expect(edited).toEqual({
      lists: [[['bay.jpg', 3, 'bay']], [['bay2.jpg', 7, 'bay']], []],
      byUpload: true,
      faults: ['none', 'none', 'none', 'none', 'none'],
    });
  },
);
