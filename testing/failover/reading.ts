import { setTimeout as pause } from 'node:timers/promises';
import type { PortalClient } from '../rig/portal-client.ts';

/** Reads of one kind during one failover. */
export interface ReadsOfKind {
  total: number;
  failed: number;
  /** How many a replica answered in place of the primary. */
  byReplica: number;
  /** Milliseconds between two reads that succeeded, at most. */
  longestGap: number;
}

/** Milliseconds between two reads of one kind. */
const readEvery = 250;
const tokenMinutes = 15;

/** Reads everything that opens a map, as a visitor and as a member, for as long as the faults last. */
export async function startReading(url: string, client: PortalClient) {
  let token = await client.token('grace');
  const addresses = await publish(url, client, token);
  const renewing = setInterval(() => {
    // The old one is valid for as long again.
    client.token('grace').then(
      (renewed) => (token = renewed ?? token),
      () => {},
    );
  }, tokenMinutes * 60_000);
  for (const [what, address] of Object.entries(addresses)) {
    const failure = await read(address(token));
    if (typeof failure === 'string') throw new Error(`${what} cannot be read: ${failure}`);
  }
  const over = new AbortController();
  const failures = new Map<string, number>();
  let reads: Record<string, ReadsOfKind> = {};
  const last: Record<string, number> = {};
  const restart = () => {
    const now = Date.now();
    for (const what of Object.keys(addresses)) last[what] = now;
    reads = Object.fromEntries(
      Object.keys(addresses).map((what) => [what, { total: 0, failed: 0, byReplica: 0, longestGap: 0 }]),
    );
  };
  const noteGap = (what: string) => {
    const counted = reads[what];
    if (counted) counted.longestGap = Math.max(counted.longestGap, Date.now() - (last[what] ?? 0));
  };
  restart();
  const loops = Object.entries(addresses).map(async ([what, address]) => {
    while (!over.signal.aborted) {
      const answer = await read(address(token));
      const counted = reads[what];
      if (!counted) continue;
      counted.total += 1;
      if (typeof answer === 'string') {
        counted.failed += 1;
        const failure = `${what}: ${answer.slice(0, 120)}`;
        failures.set(failure, (failures.get(failure) ?? 0) + 1);
      } else {
        if (answer.byReplica) counted.byReplica += 1;
        noteGap(what);
        last[what] = Date.now();
      }
      await pause(readEvery);
    }
  });
  return {
    /** Starts the counts of one failover. */
    restart,
    report(): Record<string, ReadsOfKind> {
      for (const what of Object.keys(addresses)) noteGap(what);
      return reads;
    },
    /** What failed, and how often. */
    failures,
    async stop() {
      clearInterval(renewing);
      over.abort();
      await Promise.all(loops);
    },
  };
}

/** @returns why it failed, or whether a replica answered */
async function read(address: string): Promise<string | { byReplica: boolean }> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
    const body = await response.text();
    if (!response.ok || body.startsWith('{"error"')) return `${response.status} ${body}`;
    return { byReplica: response.headers.get('x-answered-by') === 'replica' };
  } catch (error) {
    return String((error as Error).cause ?? error);
  }
}

/** A public map and a public layer, a private map and a shared one; addresses that read them. */
async function publish(url: string, client: PortalClient, token: string) {
  const own = (path: string, parameters: Record<string, string>) =>
    client.call(`/content/users/grace/${path}`, { token, ...parameters });
  const addMap = async (title: string) =>
    (await own('addItem', { type: 'Web Map', title, text: '{"version":"2.31"}' }))['id'] as string;
  const [open, hidden] = [await addMap('Open map'), await addMap('Own map')];
  const service = await own('createService', {
    createParameters: JSON.stringify({
      name: 'Open',
      capabilities: 'Create,Query,Editing',
      layers: [{ name: 'Open', geometryType: 'esriGeometryPoint', fields: [] }],
    }),
  });
  const root = service['serviceurl'] as string;
  const adds = JSON.stringify([{ attributes: {}, geometry: { x: 71, y: 51 } }]);
  const form = new URLSearchParams({ f: 'json', token, adds });
  await fetch(`${root}/0/applyEdits`, { method: 'POST', body: form });
  for (const item of [open, service['itemId'] as string])
    await own(`items/${item}/share`, { everyone: 'true' });
  const shared = await fetch(`${url}/api/town/shared-maps`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'x-portal': new URL('/portal', client.root).href,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ title: 'Walk', webMap: { version: '2.31', operationalLayers: [] } }),
  });
  const { sid } = (await shared.json()) as { sid: string };
  const portal = client.root;
  const tiles = root.replace('FeatureServer', 'VectorTileServer');
  return {
    'a configuration': () => `${url}/api/town/config`,
    'the portal': () => `${portal}/portals/self?f=json`,
    'the portal (member)': (as: string) => `${portal}/portals/self?f=json&token=${as}`,
    'an item': () => `${portal}/content/items/${open}?f=json`,
    'a web map': () => `${portal}/content/items/${open}/data?f=json`,
    'a private map (member)': (as: string) => `${portal}/content/items/${hidden}/data?f=json&token=${as}`,
    'a search': () => `${portal}/search?f=json&q=Open`,
    'a search (member)': (as: string) => `${portal}/search?f=json&q=Own&token=${as}`,
    'a shared map': () => `${url}/api/town/shared-maps/${sid}`,
    features: () => `${root}/0/query?where=1%3D1&f=json`,
    'features (member)': (as: string) => `${root}/0/query?where=1%3D1&f=json&token=${as}`,
    'a tile': () => `${tiles}/tile/0/0/0.pbf`,
  } satisfies Record<string, (token: string) => string>;
}
