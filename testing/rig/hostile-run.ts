import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { cityworksSimulator, demoCityworks } from '../../server/demo/cityworks/simulator.ts';
import { createVault } from '../../server/platform/safety/vault.ts';
import { randomNumbers } from '../portal-content/random-numbers.ts';
import { createContentRig } from './content-rig.ts';
import { freePort } from './free-port.ts';
import { builtFiles, restoreCity } from './hostile-places.ts';
import { createGenerator, metricsToken, type HostileRequest, type Route } from './hostile-requests.ts';
import { isFailure, isReached, type Outcome, sendHostile } from './send-hostile.ts';
import { rowOf } from './walls/row-of.ts';
import { createWebFolder } from './web-folder.ts';

export interface HostileFailure {
  request: HostileRequest;
  outcome: Outcome | string;
}

export interface HostileRun {
  requests: number;
  /** Requests that Node's HTTP client rejects. */
  unsent: number;
  routes: number;
  /** Operations, at the root and below an organisation. */
  addresses: number;
  /** Responses by status: 503 is that of a class of work that is full. */
  statuses: Readonly<Record<number, number>>;
  failures: readonly HostileFailure[];
  /** Addresses of which no request got further than to its route, with an answer each. */
  unreached: readonly string[];
}

const atATime = 4;
/** Requests after which the organisation is restored: some of them delete it or end its tokens. */
const round = 500;
const maxFailures = 20;

export interface HostileOptions {
  requests: number;
  seed: number;
  /** Only routes whose address contains this. */
  route?: string;
}

export interface HostileWatcher {
  onProgress?: (done: number) => void;
  onFailure?: (failure: HostileFailure) => void;
}

/**
 * Sends reproducible requests to its own server, over all routes, and reports those it failed to
 * answer. In each round the first half go to existing addresses of the routes that none has reached yet.
 */
export async function runHostile(
  { requests, seed, route: part = '' }: HostileOptions,
  { onProgress, onFailure }: HostileWatcher = {},
): Promise<HostileRun> {
  const routes: Route[] = [];
  const secretsKey = randomBytes(32).toString('base64');
  const vault = createVault(secretsKey);
  const webFolder = await createWebFolder(builtFiles);
  const port = await freePort();
  const pages = { url: `http://127.0.0.1:${port}`, port };
  const rig = await createContentRig({
    pages,
    webFolder: webFolder.path,
    metricsToken,
    secretsKey,
    sites: [cityworksSimulator],
    onRoute: ({ method, url }) => {
      if (url.includes(part) && !url.startsWith(demoCityworks.path)) routes.push({ method, url });
    },
  });
  const agent = new Agent({ keepAlive: true, maxSockets: atATime });
  const statuses: Record<number, number> = {};
  const failures: HostileFailure[] = [];
  const unreached = routesByAddress(routes);
  const addresses = unreached.size;
  const answers = new Map<string, string>();
  let unsent = 0;
  try {
    await rig.signIn('someone');
    const random = randomNumbers(seed);
    for (let done = 0; done < requests && failures.length < maxFailures; done += round) {
      const city = await restoreCity(rig, vault);
      const { anywhere, at } = createGenerator({ routes, ...city }, random);
      const most = Math.min(round, requests - done);
      const first = inOrder([...unreached], random)
        .slice(0, most / 2)
        .map(([, same]) => at(same[Math.floor(random() * same.length)]!));
      const waiting = [...first, ...Array.from({ length: most - first.length }, anywhere)].values();
      const work = async () => {
        for (const one of waiting) {
          const origin = one.route.url === '/integrations/:org/:id' ? pages.url : rig.url;
          const outcome = await sendHostile(origin, one, agent).catch((error: unknown) => String(error));
          if (outcome === undefined) unsent += 1;
          if (outcome === undefined) continue;
          if (typeof outcome === 'string' || isFailure(outcome)) {
            failures.push({ request: one, outcome });
            onFailure?.({ request: one, outcome });
          }
          const status = typeof outcome === 'string' ? 0 : outcome.status;
          statuses[status] = (statuses[status] ?? 0) + 1;
          const address = addressOf(one.route);
          if (typeof outcome === 'string' || one.method === 'HEAD') continue;
          // Others may be refused for their form before the operation.
          if (!one.isAimed) continue;
          if (isReached(outcome)) unreached.delete(address);
          else
            answers.set(
              address,
              `${one.method} ${one.path.slice(0, 200)} → ${status} ${outcome.text.slice(0, 200)}`,
            );
        }
      };
      await Promise.all(Array.from({ length: atATime }, work));
      onProgress?.(Math.min(done + round, requests));
    }
  } finally {
    agent.destroy();
    await rig.stop();
    await webFolder.remove();
  }
  return {
    requests,
    unsent,
    routes: routes.length,
    addresses,
    statuses,
    failures,
    unreached: [...unreached.keys()].map((address) => `${address}: ${answers.get(address) ?? 'no request'}`),
  };
}

/** An operation at the root or below an organisation; spellings of an ArcGIS address are the same one. */
function addressOf({ method, url }: Route): string {
  const { name, row } = rowOf({ method, url });
  if (name.startsWith('apiCells')) return row;
  const isWrite = row.includes('/items') && row.startsWith('/ogc/') && method !== 'GET';
  return `${isWrite ? `${method} ` : ''}${row} of ${url.includes('/:org') ? 'city' : 'the root'}`;
}

/** Routes by what has to be reached: ArcGIS operations by POST where they have it, and OGC APIs by the methods that they have. */
function routesByAddress(routes: readonly Route[]): Map<string, Route[]> {
  const asked = routes.filter(({ method, url }) => {
    const isOgcWrite = url.includes('/:fid(') ? /PUT|PATCH|DELETE/ : /POST.*\/items$/;
    if (url.includes('/ogc/')) return method === 'GET' || isOgcWrite.test(`${method} ${url}`);
    return method !== 'HEAD' && method !== 'OPTIONS';
  });
  const addresses = Map.groupBy(asked, addressOf);
  for (const [address, same] of addresses) {
    const posts = same.filter(({ method }) => method === 'POST');
    if (posts.length > 0) addresses.set(address, posts);
  }
  return addresses;
}

const takesAway = /delete|remove|cancel|\/end|leave|revoke|reassign|unregister|truncate|reset|signout/i;

/** In random order, but what takes things away after the others. */
function inOrder(
  addresses: readonly [string, readonly Route[]][],
  random: () => number,
): (readonly [string, readonly Route[]])[] {
  return addresses
    .map((each) => ({ each, at: random() + (takesAway.test(each[0]) ? 1 : 0) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ each }) => each);
}
