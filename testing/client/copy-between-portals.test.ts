import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { copyItems } from '../../web/portal/copy/copy-items.ts';
import type { Party } from '../../web/portal/copy/report.ts';
import type { SourceItem } from '../../web/portal/copy/plan.ts';
import { portalRequest } from '../../web/portal/portal-request.ts';
import { serviceRequest } from '../../web/portal/service-request.ts';
import type { PortalStandIn } from '../fakes/arcgis/start.ts';
import { png } from '../rig/content-rig.ts';
import {
  addSources,
  nothing,
  otherGroup,
  partyOf,
  planOf,
  portals,
  run,
  startOther,
  treesInGerman,
} from '../rig/copy-rig.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
let standIn: PortalStandIn;
let embedded: Party;
let other: Party;

beforeAll(async () => {
  embedded = await partyOf(`${rig.url}/portal`, rig.grace.token);
});

/** Starts the other portal before the tests of a group, and ends it after them. */
function withPortal(portal: (typeof portals)[number]): void {
  beforeAll(async () => {
    ({ standIn, other } = await startOther(portal));
  });
  afterAll(() => standIn.stop());
}

describe.each(portals)('a map and its layer copied to $name', (portal) => {
  withPortal(portal);
  let source: { service: string; map: string };
  beforeEach(async () => {
    source = await addSources(embedded, rig);
  });

  it('have features, attachments, picture, groups and links of their own', async () => {
    const choices = {
      ...nothing,
      groups: new Map([['team', otherGroup]]),
      groupsOf: new Map([[source.map, ['team']]]),
    };
    const report = await copyItems(
      embedded,
      other,
      await planOf(embedded, [source.map, source.service]),
      choices,
      run,
    );
    expect(report.map(({ title, error }) => [title, error])).toEqual([
      [expect.stringMatching(/^Trees_/), undefined],
      ['Trees of the city', undefined],
    ]);
    const [service, map] = report.map(({ targetId }) => standIn.content.items.get(targetId ?? ''));
    const [trees, visits] =
      [...standIn.content.services.values()].find(({ itemId }) => itemId === service?.id)?.layers ?? [];
    expect(trees?.features.map(({ attributes }) => attributes['name'])).toEqual(
      Array.from({ length: 5 }, (_none, index) => `Tree “${index}” – дерево`),
    );
    expect(trees?.features[3]).toMatchObject({
      attributes: { height: null, planted: 1_700_000_000_000 },
      geometry: { x: expect.closeTo(71.403, 6) as number, y: expect.closeTo(51.1, 6) as number },
    });
    expect(trees?.attachments.get(3)).toMatchObject([{ name: 'leaf.png', bytes: new Uint8Array(png) }]);
    expect(visits).toMatchObject({ id: 1, name: 'Visits', features: [] });
    expect(map).toMatchObject({ access: 'public', groups: [otherGroup], tags: ['green', 'city'] });
    expect(map?.snippet).toBe(`See ${portal.address}/home/item.html?id=${service?.id}`);
    expect(map?.properties).toEqual(treesInGerman);
    expect(map?.thumbnail).toBeDefined();
    const document = JSON.parse(Buffer.from(map?.data?.bytes ?? []).toString()) as {
      operationalLayers: object[];
    };
    expect(document.operationalLayers).toEqual([
      { id: 'trees', itemId: service?.id, url: `${service?.url}/0`, opacity: 0.5 },
    ]);
  });

  it('are not copied a second time, and a half-made layer is made again', async () => {
    const layerOnly = await planOf(embedded, [source.service]);
    standIn.switches.edits.refusals = 1;
    const [failed] = await copyItems(embedded, other, layerOnly, nothing, run);
    expect(failed?.error).toMatchObject({ message: 'Unable to complete operation.' });
    expect([...standIn.content.items.values()].filter(({ title }) => title === failed?.title)).toEqual([]);

    const both = await planOf(embedded, [source.service, source.map]);
    const first = await copyItems(embedded, other, both, nothing, run);
    const size = standIn.content.items.size;
    const second = await copyItems(embedded, other, both, nothing, run);
    expect(standIn.content.items.size).toBe(size);
    expect(second.map(({ targetId, notes }) => [targetId, notes[0]?.code])).toEqual(
      first.map(({ targetId }) => [targetId, 'already']),
    );
  });

  it('stop when they are cancelled, and leave nothing half made', async () => {
    const stop = new AbortController();
    const before = standIn.content.items.size;
    const onProgress = ({ features }: { features: number }) => features > 0 && stop.abort();
    const report = await copyItems(
      embedded,
      other,
      await planOf(embedded, [source.service, source.map]),
      nothing,
      {
        signal: stop.signal,
        onProgress,
      },
    );
    expect(report).toEqual([]);
    expect(standIn.content.items.size).toBe(before);
  });

  it('end when the sign-in has ended', async () => {
    const { token } = standIn.tokens.issue('piet_harbour', 60);
    const short = await partyOf(portal.address, token);
    const both = await planOf(embedded, [source.service, source.map]);
    const report = await copyItems(embedded, short, both, nothing, {
      ...run,
      onProgress: ({ features }) => features > 0 && standIn.tokens.end(token),
    });
    expect(report).toMatchObject([{ targetId: undefined, error: { id: 'portal:invalid-token' } }]);
  });
});

describe.each(portals)('a layer of $name copied to the embedded portal', (portal) => {
  withPortal(portal);
  it('has its features, and a map that shows the copy', async () => {
    const { service, map } = await addSources(embedded, rig);
    const there = await copyItems(embedded, other, await planOf(embedded, [service, map]), nothing, run);
    const ids = there.flatMap(({ targetId }) => targetId ?? []);
    const back = await copyItems(
      other,
      embedded,
      await planOf(other, ids),
      { ...nothing, share: false },
      run,
    );
    expect(back.map(({ error }) => error)).toEqual([undefined, undefined]);
    const item = await portalRequest<SourceItem>(embedded, `content/items/${back[0]?.targetId}`);
    const { features } = await serviceRequest<{ features: { attributes: object; geometry: object }[] }>(
      embedded,
      `${item.url}/0/query`,
      { params: { where: '1=1', outFields: 'name,height', outSR: 4326 } },
    );
    expect(features).toHaveLength(5);
    expect(features[3]?.attributes).toMatchObject({ name: 'Tree “3” – дерево', height: null });
    const document = await portalRequest<{ operationalLayers: { url: string; itemId: string }[] }>(
      embedded,
      `content/items/${back[1]?.targetId}/data`,
    );
    expect(document.operationalLayers).toMatchObject([{ url: `${item.url}/0`, itemId: item.id }]);
  });
});
