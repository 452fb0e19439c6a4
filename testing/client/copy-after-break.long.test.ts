import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { copyItems } from '../../web/portal/copy/copy-items.ts';
import type { SourceItem } from '../../web/portal/copy/plan.ts';
import type { Party } from '../../web/portal/copy/report.ts';
import { groupsOfItem } from '../../web/portal/change-items.ts';
import { portalRequest } from '../../web/portal/portal-request.ts';
import { serviceRequest } from '../../web/portal/service-request.ts';
import { userContent } from '../../web/portal/user-content.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import { runs } from '../rig/long.ts';
import {
  addSources,
  nothing,
  otherGroup,
  partyOf,
  planOf,
  portals,
  run,
  startOther,
} from '../rig/copy-rig.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let embedded: Party;

beforeAll(async () => {
  embedded = await partyOf(`${rig.url}/portal`, rig.grace.token);
});

/** The account as a page that is closed before its request of that number: no later request is sent. */
function closingAt(party: Party, request: number): Party & { requests: number } {
  const closing = {
    ...party,
    requests: 0,
    session: {
      ...party.session,
      async token() {
        closing.requests += 1;
        if (closing.requests >= request) throw new Error('The page was closed.');
        return party.session.token();
      },
    },
  };
  return closing;
}

/** Ids of everything in the account of a party, which has no folders. */
async function idsOf(party: Party): Promise<Set<string>> {
  const ids = new Set<string>();
  const query = { username: party.user.username, folder: 'root', num: 100 };
  for (let start = 1; start > 0;) {
    const page = await userContent(party, { ...query, start });
    for (const { id } of page.items) ids.add(id);
    start = page.nextStart;
  }
  return ids;
}

interface Copying {
  source: Party;
  target: Party;
  /** Makes new items to copy. @returns their ids */
  sources: () => Promise<string[]>;
  /** Ids of groups of the source and the target that stand for each other. */
  group: [string, string];
}

/**
 * Copies a layer and its map, stops before a request, and starts again.
 * @returns what the target has of each item at the end, and the requests sent before the end of the first copy
 */
async function copyTwice({ source, target, sources, group }: Copying, request: number) {
  const ids = await sources();
  const before = await idsOf(target);
  const plan = await planOf(source, ids);
  const groupsOf = new Map(ids.map((id) => [id, [group[0]]]));
  const choices = { ...nothing, groups: new Map([group]), groupsOf };
  const closing = closingAt(target, request);
  await copyItems(source, closing, plan, choices, run).catch(() => {});
  const report = await copyItems(source, target, plan, choices, run);
  const copies = await Promise.all(report.map(({ targetId = '' }) => copyAt(target, targetId)));
  const made = [...(await idsOf(target))].filter((id) => !before.has(id));
  return {
    copies,
    made: made.length,
    errors: report.flatMap(({ error }) => error ?? []),
    requests: closing.requests,
  };
}

/** Any number of requests: the page stays open. */
const never = Number.POSITIVE_INFINITY;

/**
 * Stops a copy before each of its requests in turn; in `npm test` before every fourth.
 * @returns what a copy without a break makes, and what each with one does
 */
async function withBreaks(copying: Copying) {
  const { requests, ...whole } = await copyTwice(copying, never);
  const broken = new Map<string, typeof whole>();
  for (let request = 3; request <= requests; request += runs(4, 1)) {
    const { requests: _sent, ...again } = await copyTwice(copying, request);
    broken.set(`stopped before request ${request} of ${requests}`, again);
  }
  expect(broken.size).toBeGreaterThan(2);
  return { whole, broken };
}

/** A complete copy of the layer and its map, shared with a group. */
const complete = (group: string) => ({
  copies: [
    { type: 'Feature Service', features: 5, groups: [group], markers: 1 },
    { type: 'Web Map', access: 'public', hasPicture: true, groups: [group], markers: 1 },
  ],
  made: 2,
  errors: [],
});

async function copyAt(target: Party, id: string) {
  const item = await portalRequest<SourceItem>(target, `content/items/${id}`);
  const groups = await groupsOfItem(target, id);
  const features =
    item.type === 'Feature Service'
      ? await serviceRequest<{ count: number }>(target, `${item.url}/0/query`, {
          params: { where: '1=1', returnCountOnly: true },
        })
      : undefined;
  return {
    type: item.type,
    access: item.access,
    groups: groups.map((group) => group.id),
    hasPicture: Boolean(item.thumbnail),
    features: features?.count,
    markers: item.typeKeywords?.filter((word) => word.startsWith('mapping-copy:')).length,
  };
}

describe.each(portals)('a copy that broke off and is started again, with $name', (portal) => {
  let standIn: PortalStandIn;
  let other: Party;
  beforeAll(async () => {
    ({ standIn, other } = await startOther(portal));
  });
  afterAll(() => standIn.stop());

  const sourcesHere = async () => Object.values(await addSources(embedded, rig));

  it('is complete and without doubles there', async () => {
    const { whole, broken } = await withBreaks({
      source: embedded,
      target: other,
      sources: sourcesHere,
      group: ['team', otherGroup],
    });
    expect(whole).toMatchObject(complete(otherGroup));
    expect([...broken]).toEqual([...broken.keys()].map((when) => [when, whole]));
  });

  it('is complete and without doubles in the embedded portal', async () => {
    const sources = async () => {
      const plan = await planOf(embedded, await sourcesHere());
      const report = await copyItems(embedded, other, plan, nothing, run);
      return report.flatMap(({ targetId }) => targetId ?? []);
    };
    const { whole, broken } = await withBreaks({
      source: other,
      target: embedded,
      sources,
      group: [otherGroup, 'team'],
    });
    expect(whole).toMatchObject(complete('team'));
    expect([...broken]).toEqual([...broken.keys()].map((when) => [when, whole]));
  });
});
