import { setTimeout as pause } from 'node:timers/promises';
import { password, type PortalClient } from '../rig/portal-client.ts';

interface Reads {
  total: number;
  failed: number;
  /** Milliseconds between two reads that succeeded, at most. */
  longestGap: number;
}

/** Reads public content as a visitor, several times a second, for as long as the faults last. */
export async function startReading(url: string, client: PortalClient) {
  const addresses = await publish(client);
  addresses['a configuration'] = `${url}/api/town/config`;
  for (const [what, address] of Object.entries(addresses)) {
    const body = await (await fetch(address)).text();
    if (body.startsWith('{"error"')) throw new Error(`A visitor cannot read ${what}: ${body}`);
  }
  const over = new AbortController();
  const reads: Record<string, Reads> = {};
  const loops = Object.entries(addresses).map(async ([what, address]) => {
    const counted: Reads = (reads[what] = { total: 0, failed: 0, longestGap: 0 });
    let last = Date.now();
    while (!over.signal.aborted) {
      counted.total += 1;
      if (await isRead(address)) {
        counted.longestGap = Math.max(counted.longestGap, Date.now() - last);
        last = Date.now();
      } else counted.failed += 1;
      await pause(200);
    }
    counted.longestGap = Math.max(counted.longestGap, Date.now() - last);
  });
  return {
    report: () => reads,
    async stop() {
      over.abort();
      await Promise.all(loops);
    },
  };
}

async function isRead(address: string): Promise<boolean> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(20_000) });
    const body = await response.text();
    return response.ok && !body.startsWith('{"error"');
  } catch {
    return false;
  }
}

/** A public map and a public layer; addresses that read them. */
async function publish(client: PortalClient): Promise<Record<string, string>> {
  const { token } = await client.call('/generateToken', { username: 'ada', password });
  const own = (path: string, parameters: Record<string, string>) =>
    client.call(`/content/users/ada/${path}`, { token: token as string, ...parameters });
  const share = (item: string) => own(`items/${item}/share`, { everyone: 'true' });
  const map = await own('addItem', { type: 'Web Map', title: 'Open map', text: '{"version":"2.31"}' });
  const service = await own('createService', {
    createParameters: JSON.stringify({
      name: 'Open',
      capabilities: 'Create,Query,Editing',
      layers: [{ name: 'Open', geometryType: 'esriGeometryPoint', fields: [] }],
    }),
  });
  const layer = `${service['serviceurl']}/0`;
  const adds = JSON.stringify([{ attributes: {}, geometry: { x: 71, y: 51 } }]);
  const form = new URLSearchParams({ f: 'json', token: token as string, adds });
  await fetch(`${layer}/applyEdits`, { method: 'POST', body: form });
  await share(map['id'] as string);
  await share(service['itemId'] as string);
  return {
    'a web map': `${client.root}/content/items/${map['id']}/data?f=json`,
    'features of a layer': `${layer}/query?where=1%3D1&f=json`,
  };
}
