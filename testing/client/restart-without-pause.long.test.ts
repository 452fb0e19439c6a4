import { afterAll, beforeAll, expect, test } from 'vitest';
import { saveConfig } from '../../server/application/organisations/organisation-store.ts';
import { createUser } from '../../server/portal/community/create-user.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import { type Installation, startBehindNginx } from '../rig/behind-nginx.ts';
import { freePort } from '../rig/free-port.ts';
import { password } from '../rig/portal-client.ts';

let place: Installation;
let missing: string | undefined;
let token: string;

beforeAll(async () => {
  const started = await startBehindNginx(1);
  if ('missing' in started) {
    ({ missing } = started);
    return;
  }
  place = started;
  await saveConfig(place.database, 'town', { title: 'Town', portal: { url: '/portal' } }, 'operator');
  const portal = createPortalContext({ database: place.database, publicUrl: place.nginx.url });
  await createUser(portal, { username: 'ada', fullName: 'Ada', role: 'org_publisher', password });
  token = (await call('/generateToken', { username: 'ada', password })).token;
}, 300_000);
afterAll(() => place?.stop());

/**
 * A new connection for each request: on a persistent one, a request may be lost while the proxy closes it,
 * and browsers retry it.
 */
const headers = { connection: 'close' };

async function call(path: string, parameters: Record<string, string>): Promise<any> {
  const body = new URLSearchParams({ f: 'json', ...parameters });
  const response = await fetch(`${place.nginx.url}/portal/sharing/rest${path}`, {
    method: 'POST',
    body,
    headers,
  });
  if (response.status !== 200) throw new Error(`${path} was answered with ${response.status}`);
  return response.json();
}

/** Users who read and save continuously, until stopped. */
function startTraffic() {
  const faults: string[] = [];
  const saved: string[] = [];
  let reads = 0;
  const over = new AbortController();
  const loop = async (step: () => Promise<void>) => {
    while (!over.signal.aborted) await step().catch((error: unknown) => void faults.push(String(error)));
  };
  const read = async () => {
    const response = await fetch(`${place.nginx.url}/api/town/config`, { headers });
    if (response.status !== 200) throw new Error(`the config was answered with ${response.status}`);
    await response.arrayBuffer();
    reads += 1;
  };
  const save = async () => {
    const title = `Map ${saved.length}-${Math.random()}`;
    const answer = await call('/content/users/ada/addItem', { token, type: 'Web Map', title, text: '{}' });
    if (!answer.success) throw new Error(JSON.stringify(answer));
    saved.push(answer.id);
  };
  const loops = [loop(read), loop(read), loop(save), loop(save)];
  return {
    faults,
    saved,
    /** Waits until this many more requests of each kind have been answered. */
    async flows(count: number) {
      const [readBefore, savedBefore] = [reads, saved.length];
      await expect
        .poll(() => Math.min(reads - readBefore, saved.length - savedBefore), { timeout: 60_000 })
        .toBeGreaterThanOrEqual(count);
    },
    async end() {
      over.abort();
      await Promise.all(loops);
    },
  };
}

test(
  'replaces an old process by a new one without a failed request',
  { timeout: 120_000 },
  async (context) => {
    context.skip(missing !== undefined, missing);
    const traffic = startTraffic();
    await traffic.flows(10);
    // As in docs/deployment.md: start the new one, redirect requests to it, end the old one.
    const port = await freePort();
    await place.start(port);
    await place.nginx.sendTo([port]);
    await traffic.flows(10);
    expect(await place.servers[0]?.stop()).toBe(0);
    await traffic.flows(10);
    await traffic.end();
    expect(traffic.faults).toEqual([]);
    // Every acknowledged write is stored.
    const kept = await place.database.selectFrom('portal_item').select('id').execute();
    expect(kept.map(({ id }) => id)).toEqual(expect.arrayContaining(traffic.saved));
  },
);

test(
  'ends either of two processes behind the proxy, one after the other',
  { timeout: 120_000 },
  async (context) => {
    context.skip(missing !== undefined, missing);
    const [one, two] = [await freePort(), await freePort()];
    const first = await place.start(one);
    await place.start(two);
    await place.nginx.sendTo([one, two]);
    const traffic = startTraffic();
    await traffic.flows(10);
    // The proxy is not notified: the process that ends announces it by itself.
    expect(await first.stop()).toBe(0);
    await place.start(one);
    await traffic.flows(10);
    await traffic.end();
    expect(traffic.faults).toEqual([]);
  },
);
