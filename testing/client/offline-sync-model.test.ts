import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '../rig/long.ts';
import { OfflineClient } from '../rig/offline-client.ts';
import { createTreesView, type TreesView } from '../rig/trees-view.ts';

/** Random edits of two offline editors and one online, with random failures of the network: all copies end alike. */
let rig: TreesView;
let layer: string;

const ask = (operation: string, params: object, who: string) =>
  rig.ask(`${rig.source}/${operation}`, { ...params }, who).catch(({ response }) => response);
const everything = async (): Promise<any[]> =>
  (await rig.ask(`${layer}/query`, { where: '1=1', outFields: '*' })).features;
const byId = (features: Iterable<any>) =>
  [...features].toSorted((a, b) => a.attributes.GlobalID.localeCompare(b.attributes.GlobalID));

beforeAll(async () => {
  rig = await createTreesView();
  layer = `${rig.source}/0`;
  for (const id of [0, 1]) await rig.changeLayer('Trees', id, { isDataArchived: true });
  await rig.ask(`${rig.adminOf('Trees')}/updateDefinition`, { updateDefinition: { syncEnabled: true } });
});
afterAll(() => rig.stop());

/** Numbers from 0 to 1 that are the same in each run (Park and Miller). */
function numbersFrom(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

test.each(Array.from({ length: runs(2, 40) }, (_, index) => index + 1))(
  'copies converge, and every added feature exists once (seed %i)',
  async (seed) => {
    const next = numbersFrom(seed * 7919);
    const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(next() * items.length)];
    const editors = ['grace', 'ada'].map(
      (who) => new OfflineClient((operation, params) => ask(operation, params, who)),
    );
    for (const editor of editors) await editor.download();
    const added = new Set<string>();
    const removed = new Set<string>();
    const failures: unknown[] = [];
    let sequence = 0;
    for (let step = 0; step < 30; step += 1) {
      const editor = pick(editors) as OfflineClient;
      const feature = pick([...editor.features.keys()]);
      const chance = next();
      if (chance < 0.25) added.add(editor.add(`${seed} ${(sequence += 1)}`, Math.floor(next() * 100)));
      else if (chance < 0.45 && feature) editor.update(feature, { name: `${seed} ${(sequence += 1)}` });
      else if (chance < 0.55 && feature) {
        editor.remove(feature);
        removed.add(feature);
      } else if (chance < 0.62 && feature) editor.attach(feature, `${(sequence += 1)}.txt`, 'text');
      else if (chance < 0.75) await editOnline(next, pick, `${seed} ${(sequence += 1)}`, removed);
      else {
        const failure = next() < 0.5 ? (next() < 0.5 ? 'request' : 'answer') : undefined;
        const answer = await editor.synchronize(failure).catch((error: Error) => ({
          error: error.message.replace('The network failed.', '') || undefined,
        }));
        failures.push(answer.error);
      }
    }
    expect(failures.filter((failure) => failure !== undefined)).toEqual([]);
    for (const editor of [...editors, ...editors]) await editor.persist();
    const now = await everything();
    for (const editor of editors) expect(byId(editor.features.values())).toEqual(byId(now));
    const ids = now.map(({ attributes }) => attributes.GlobalID);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toEqual(expect.arrayContaining([...added].filter((id) => !removed.has(id))));
    const objectIds = now.map(({ attributes }) => attributes.OBJECTID);
    const { attachmentGroups } = await rig.ask(`${layer}/queryAttachments`, { objectIds });
    const files = attachmentGroups.flatMap((group: any) =>
      group.attachmentInfos.map(({ globalId }: any) => globalId),
    );
    for (const editor of editors) expect([...editor.files.keys()].toSorted()).toEqual(files.toSorted());
  },
  200_000,
);

/** Someone adds, changes or deletes a feature online. */
async function editOnline(
  next: () => number,
  pick: <Item>(items: readonly Item[]) => Item | undefined,
  name: string,
  removed: Set<string>,
): Promise<void> {
  const one = pick(await everything());
  const chance = next();
  if (!one || chance < 0.4)
    await rig.ask(`${layer}/applyEdits`, { adds: [{ attributes: { name }, geometry: { x: 1, y: 1 } }] });
  else if (chance < 0.8)
    await rig.ask(`${layer}/applyEdits`, {
      updates: [{ attributes: { OBJECTID: one.attributes.OBJECTID, name } }],
    });
  else {
    removed.add(one.attributes.GlobalID);
    await rig.ask(`${layer}/applyEdits`, { deletes: [one.attributes.OBJECTID] });
  }
}
