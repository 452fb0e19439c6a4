import { Agent } from 'node:http';
import { randomNumbers } from '../portal-content/random-numbers.ts';
import { createGenerator, type HostileRequest, type Route } from './hostile-requests.ts';
import { loadCity } from './city-service.ts';
import { createContentRig } from './content-rig.ts';
import { addPlaces } from './operation-table.ts';
import { isFailure, type Outcome, sendHostile } from './send-hostile.ts';

export interface HostileRun {
  requests: number;
  routes: number;
  /** Responses by status. */
  statuses: Readonly<Record<number, number>>;
  failures: readonly { request: HostileRequest; outcome: Outcome | string }[];
}

const atATime = 4;
/** Requests after which users are restored, tokens renewed and content recreated: some of them end or delete it. */
const round = 500;
const maxFailures = 20;

export interface HostileOptions {
  requests: number;
  seed: number;
  /** Only routes whose address contains this. */
  route?: string;
}

/**
 * Sends reproducible requests to its own server, over all routes, and reports those it failed to
 * answer.
 */
export async function runHostile(
  { requests, seed, route: part = '' }: HostileOptions,
  onProgress: (done: number) => void = () => {},
): Promise<HostileRun> {
  const routes: Route[] = [];
  const rig = await createContentRig({ onRoute: (route) => route.url.includes(part) && routes.push(route) });
  const agent = new Agent({ keepAlive: true, maxSockets: atATime });
  const statuses: Record<number, number> = {};
  const failures: HostileRun['failures'][number][] = [];
  try {
    await loadCity(rig.portal.context.database);
    await rig.portal.addUser('someone');
    const random = randomNumbers(seed);
    for (let done = 0; done < requests && failures.length < maxFailures; done += round) {
      // Requests of the administrator may have disabled them, or taken their roles.
      for (const username of ['grace', 'ada', 'Otto']) await rig.restore(username);
      const { item, group, folder } = await addPlaces(rig);
      const tokens = {
        visitor: '',
        dead: 'dead',
        member: await rig.portal.token('Otto'),
        owner: await rig.portal.token('grace'),
        administrator: await rig.portal.token('ada'),
      };
      const next = createGenerator({ routes, tokens, ids: [item, group, folder, 'team', 'none'] }, random);
      const waiting = Array.from({ length: Math.min(round, requests - done) }, next);
      const work = async () => {
        for (let one = waiting.pop(); one; one = waiting.pop()) {
          const outcome = await sendHostile(rig.url, one, agent).catch((error: unknown) => String(error));
          if (outcome === undefined) continue;
          if (typeof outcome === 'string' || isFailure(outcome)) failures.push({ request: one, outcome });
          const status = typeof outcome === 'string' ? 0 : outcome.status;
          statuses[status] = (statuses[status] ?? 0) + 1;
        }
      };
      await Promise.all(Array.from({ length: atATime }, work));
      onProgress(Math.min(done + round, requests));
    }
  } finally {
    agent.destroy();
    await rig.stop();
  }
  return { requests, routes: routes.length, statuses, failures };
}
