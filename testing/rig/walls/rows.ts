import { randomBytes, randomUUID } from 'node:crypto';
import type { Database } from '../../../server/platform/database/connect.ts';
import { saveMentions } from '../../../server/application/map-comments/comment-store.ts';
import { insertShortAddress } from '../../../server/application/short-addresses/short-address-store.ts';
import { savePasskey } from '../../../server/portal/identity/passkeys/passkey-store.ts';
import { png } from '../content-rig.ts';

/** Ids of what `addRows` stores. */
export interface StoredIds {
  job: string;
  hash: string;
  passkey: string;
  replica: string;
  mapComment: string;
  code: string;
}

/**
 * Content of the city that takes a client or a vendor to make, as rows: with the marker in all texts. Again for other maps: in addition,
 * but the short address leads to the latter.
 */
export async function addRows(
  database: Database,
  { marker, maps, service }: { marker: string; maps: readonly [string, ...string[]]; service: string },
): Promise<StoredIds> {
  const now = Date.now();
  const [map] = maps;
  const job = randomBytes(16).toString('hex');
  await database
    .insertInto('publish_job')
    .values({
      id: job,
      item_id: map,
      source_id: maps[1] ?? map,
      username: 'grace',
      status: 'failed',
      message: marker,
      faults: JSON.stringify([{ path: '', message: marker }]),
      progress: JSON.stringify({ stage: 'waiting', share: 0, featureCount: 0, layer: marker }),
      created_at: now,
      updated_at: now,
    })
    .execute();
  const layers = [{ title: marker, url: `https://example.org/${marker}`, outcome: 'unreachable' }];
  const checked = { item_modified_at: now, checked_at: now, attention: true, layers: JSON.stringify(layers) };
  await database
    .insertInto('map_check')
    .values(maps.map((item_id) => ({ item_id, ...checked })))
    .execute();
  const check = { organisation: 'city', integration: 'city-street', state: 'broken', message: marker };
  await database
    .insertInto('integration_check')
    .values({ ...check, checked_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const day = new Date(now).toISOString().slice(0, 10);
  await database
    .insertInto('usage_day')
    .values({ organisation: 'city', day, kind: 'maps', count: 73_219 })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const hash = randomBytes(16).toString('hex');
  await database
    .insertInto('organisation_picture')
    .values({ organisation: 'city', content_type: 'image/png', bytes: png, created_at: now, hash })
    .execute();
  const passkey = randomBytes(32).toString('base64url');
  await savePasskey(database, {
    id: passkey,
    username: 'grace',
    publicKey: randomBytes(77),
    counter: 0,
    transports: [],
    name: marker,
    synced: false,
    createdAt: now,
    usedAt: null,
  });
  return {
    job,
    hash,
    passkey,
    replica: await addReplica(database, service, marker),
    mapComment: await addMapComment(database, map, marker),
    code: await addShortAddress(database, map, marker),
  };
}

async function addReplica(database: Database, service: string, name: string): Promise<string> {
  const id = randomUUID();
  const { id: service_id } = await database
    .selectFrom('hosted_service')
    .select('id')
    .where('name', '=', service)
    .executeTakeFirstOrThrow();
  await database
    .insertInto('hosted_replica')
    .values({
      id,
      service_id,
      owner: 'grace',
      name,
      definition: JSON.stringify({ layers: [] }),
      generations: JSON.stringify({}),
      created_at: 1,
      used_at: Date.now(),
    })
    .execute();
  return id;
}

/** A comment of grace's on a map, with a photo, which mentions pia. */
async function addMapComment(database: Database, wid: string, text: string): Promise<string> {
  const id = randomUUID();
  const place = JSON.stringify({ kind: 'point', longitude: 71, latitude: 51 });
  const of = { organisation: 'city', wid, thread: id, username: 'grace', author: text, created_at: 1 };
  await database
    .insertInto('map_comment')
    .values({ id, ...of, place, text })
    .execute();
  await database
    .insertInto('map_comment_photo')
    .values({ comment: id, number: 1, content_type: 'image/png', bytes: Buffer.from(text) })
    .execute();
  await saveMentions(database, { id, organisation: 'city' }, ['pia']);
  return id;
}

async function addShortAddress(database: Database, wid: string, title: string): Promise<string> {
  const code = 'CityMap2';
  await database.deleteFrom('short_address').where('code', '=', code).execute();
  await insertShortAddress(database, {
    code,
    organisation: 'city',
    wid,
    title,
    owner: 'grace',
    created_at: 1,
  });
  return code;
}
