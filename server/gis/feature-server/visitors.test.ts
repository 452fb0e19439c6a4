import { describe, expect, test } from 'vitest';
import { countDays } from '../../../testing/rig/count-days.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { OwnerRoom, ServiceRights } from './context.ts';
import { checkVisitorEdits, countVisitorAdds, visitorLimits } from './visitors.ts';

const layer = {
  service: { id: 'service', itemId: 'item' },
  layerId: 0,
  visitors: { mayAdd: true },
} as unknown as HostedLayer;
const rights = { mayRead: true, mayEdit: false, isOutside: true } as ServiceRights;

function countRates() {
  const { counts, rates } = countDays();
  const room = { owner: 'grace', bytes: 5_000_000_000 };
  const rooms = new Map<string | null, OwnerRoom>([['item', room]]);
  const findRoom = async (itemId: string | null) => rooms.get(itemId);
  return { counts, room, rooms, counters: { rates, findRoom } };
}

const target = { path: '/addFeatures', budget: 'edits' as const, layers: [layer], layer };

test('reports that an address is refused do not count for the layer', async () => {
  const { counts, counters } = countRates();
  const send = () => countVisitorAdds(counters, target, rights, { ip: '192.0.2.1', bytes: 100 });
  for (let sent = 0; sent < visitorLimits.perDay; sent++) await send();
  for (let more = 0; more < 10; more++)
    await expect(send()).rejects.toMatchObject({ id: 'services:too-many-reports', retryAfterSeconds: 60 });
  expect(counts.get('reports to service/0')).toBe(visitorLimits.perDay);
});

test('reading features at the address where they are added is no report', async () => {
  const { counts, counters } = countRates();
  const items = { ...target, path: '/items' };
  const sender = { ip: '192.0.2.1', bytes: 100 };
  await countVisitorAdds(counters, { ...items, budget: 'features' }, rights, sender);
  expect([...counts]).toEqual([]);
  await countVisitorAdds(counters, items, rights, sender);
  expect(counts.get('reports to service/0')).toBe(1);
});

test('a few busy addresses do not use up a layer for those who report little', async () => {
  const { counters } = countRates();
  const send = (ip: string) => countVisitorAdds(counters, target, rights, { ip, bytes: 100 });
  for (let sent = 0; sent < visitorLimits.layerPerDay; sent++)
    await send(`192.0.2.${sent % Math.ceil(visitorLimits.layerPerDay / visitorLimits.perDay)}`);
  for (let more = 0; more < visitorLimits.newcomerPerDay; more++) await send('198.51.100.1');
  await expect(send('198.51.100.1')).rejects.toMatchObject({ id: 'services:too-many-reports' });
  await send('198.51.100.2');
});

describe('files of reports', () => {
  const [jpeg, png, gif] = ['\u00ff\u00d8\u00ff\u00e0 a', '\u0089PNG\r\n\u001a\n a', 'GIF89a'].map((text) =>
    Buffer.from(text, 'latin1').toString('base64'),
  );
  const attach = (file: object) => () => {
    const attachments = { adds: [file], updates: [], deletes: [] };
    checkVisitorEdits([{ request: { adds: [], updates: [], deletes: [], useGlobalIds: true, attachments } }]);
  };

  test.each([
    ['photo.jpg', jpeg],
    ['PHOTO.PNG', png],
    // Applications convert pictures, and keep their names.
    ['photo.webp', jpeg],
  ])('are pictures: %s', (name, data) => {
    expect(attach({ name, data })).not.toThrow();
  });

  // A document may begin with the bytes of a picture.
  test.each([
    ['invoice.pdf', jpeg],
    ['photo.jpg.zip', png],
    ['page.html', jpeg],
    ['photo.gif', gif],
    ['photo.jpg', gif],
    [undefined, jpeg],
  ])('are nothing else: %s', (name, data) => {
    expect(attach({ name, data })).toThrow(expect.objectContaining({ status: 400 }));
  });
});

describe('bytes of reports', () => {
  const photo = 5_000_000;
  const refused = { id: 'services:too-many-reports', status: 429 };
  const sender = (
    counters: ReturnType<typeof countRates>['counters'],
    own: Parameters<typeof countVisitorAdds>[1] = target,
  ) =>
    async function send(ip: string, bytes = photo): Promise<void> {
      await countVisitorAdds(counters, own, rights, { ip, bytes });
    };

  test('of one address are limited by the day', async () => {
    const send = sender(countRates().counters);
    for (let sent = 0; sent < visitorLimits.bytesPerDay / photo; sent++) await send('192.0.2.1');
    await expect(send('192.0.2.1')).rejects.toMatchObject(refused);
    await send('192.0.2.2');
  });

  test('of all addresses to the layers of one owner are limited by the day, except for a few', async () => {
    const { counters } = countRates();
    const send = sender(counters);
    const other = { ...layer, layerId: 1 };
    const sendToOther = sender(counters, { ...target, layers: [other], layer: other });
    const times = visitorLimits.ownerBytesPerDay / photo;
    for (let sent = 0; sent < times; sent++) await send(`192.0.2.${sent % 50}`);
    await sendToOther('198.51.100.1', visitorLimits.newcomerBytesPerDay);
    await expect(sendToOther('198.51.100.1')).rejects.toMatchObject(refused);
  });

  test.each([photo, 1_000_000])(
    'leave half of the room of the owner, however many addresses send %d',
    async (size) => {
      const { room, counters } = countRates();
      const free = 100_000_000;
      const send = sender(counters);
      let stored = 0;
      for (let address = 0; address < 200; address++) {
        room.bytes = free - stored;
        const isStored = await send(`192.0.2.${address}`, size).then(
          () => true,
          () => false,
        );
        if (isStored) stored += size;
      }
      expect(stored).toBe(free / 2);
    },
  );

  test('that the room refuses for the day do not count for their address, nor for others', async () => {
    const { room, counts, counters } = countRates();
    const send = sender(counters);
    room.bytes = 3 * photo;
    await send('192.0.2.1');
    room.bytes -= photo;
    const before = new Map(counts);
    await expect(send('192.0.2.2')).rejects.toMatchObject(refused);
    expect(new Map([...counts].filter(([, count]) => count > 0))).toEqual(before);
  });

  test('for which the owner has no room are refused as such, without a time and without counting', async () => {
    const { room, counts, counters } = countRates();
    room.bytes = 2 * photo - 1;
    const failure = await sender(counters)('192.0.2.1').catch((error: unknown) => error);
    expect(failure).toMatchObject({ id: 'services:no-room', status: 413, retryAfterSeconds: undefined });
    expect((failure as Error).message).toMatch(/storage/);
    expect([...counts.values()].filter((count) => count > 0)).toEqual([]);
  });

  test('through a view are those of the owner of its source', async () => {
    const { counts, rooms, counters } = countRates();
    rooms.set('source item', { owner: 'ada', bytes: photo });
    const view = { ...layer, source: { serviceId: 2, layerId: 0, itemId: 'source item' } } as HostedLayer;
    const send = sender(counters, { ...target, layers: [view], layer: view });
    await expect(send('192.0.2.1')).rejects.toMatchObject({ id: 'services:no-room' });
    await send('192.0.2.1', 1_000_000);
    expect(counts.get('report bytes to ada')).toBe(1_000_000);
    expect(counts.has('report bytes to grace')).toBe(false);
  });

  test('through a service whose layers are stored by several owners need room of each', async () => {
    const { rooms, counters } = countRates();
    rooms.set('source item', { owner: 'ada', bytes: photo });
    const view = { ...layer, source: { serviceId: 2, layerId: 0, itemId: 'source item' } } as HostedLayer;
    const send = sender(counters, {
      ...target,
      path: '/applyEdits',
      layers: [layer, view],
      layer: undefined,
    });
    await expect(send('192.0.2.1')).rejects.toMatchObject({ id: 'services:no-room' });
  });
});
