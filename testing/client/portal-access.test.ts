import { setItemAccess, shareItemWithGroup } from '@esri/arcgis-rest-portal';
import { beforeAll, describe, expect, test } from 'vitest';
import { codes, png } from '../rig/content-rig.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();
/** One item of grace's for each level, with thumbnail and resource; linus and grace are in the group. */
const items: Record<Level, string> = { public: '', org: '', shared: '', private: '' };

type Level = 'public' | 'org' | 'shared' | 'private';
const levels: readonly Level[] = ['public', 'org', 'shared', 'private'];

/**
 * Callers, and the levels they see; grace owns the items, ada is an administrator, linus shares a group, Otto
 * is in no group.
 */
const actors: Record<string, readonly Level[]> = {
  '': ['public'],
  Otto: ['public', 'org'],
  linus: ['public', 'org', 'shared'],
  grace: levels,
  ada: levels,
};
const controlling = ['grace', 'ada'];

beforeAll(async () => {
  for (const level of levels) {
    const id = await rig.addMap({ title: `Level ${level}`, tags: [`tag-${level}`] });
    items[level] = id;
    const data = `data:image/png;base64,${png.toString('base64')}`;
    await rig.call(`/content/users/grace/items/${id}/updateThumbnail`, { data, filename: 't.png' });
    await rig.call(`/content/users/grace/items/${id}/addResources`, { text: 'r', fileName: 'r.txt' });
    if (level === 'shared') await shareItemWithGroup({ id, groupId: 'team', authentication: rig.grace });
    else await setItemAccess({ id, access: level, authentication: rig.grace });
  }
});

async function fetchAs(
  username: string,
  path: string,
): Promise<{ status: number; text: string; type: string }> {
  const session = { '': undefined, Otto: rig.otto, linus: rig.linus, grace: rig.grace, ada: rig.ada }[
    username
  ];
  const response = await fetch(`${rig.portal.root}${path}?f=json&token=${session?.token ?? ''}`);
  return {
    status: response.status,
    text: await response.text(),
    type: response.headers.get('content-type') ?? '',
  };
}

const cells = Object.entries(actors).flatMap(([actor, seen]) =>
  levels.map((level) => ({
    actor,
    level,
    sees: seen.includes(level),
    controls: controlling.includes(actor),
  })),
);

/** Why a caller may not change an item. */
function refusal({ actor, sees }: { actor: string; sees: boolean }): string {
  if (actor === '') return codes.tokenRequired;
  return sees ? codes.forbidden : codes.noItem;
}

describe('what anyone may read', () => {
  const reads = [
    '',
    '/data',
    '/info/thumbnail/t.png',
    '/resources',
    '/resources/r.txt',
    '/groups',
    '/relatedItems',
  ];

  test.each(cells)('“$actor” reads the $level item: $sees', async ({ actor, level, sees }) => {
    for (const path of reads) {
      const { status, text, type } = await fetchAs(actor, `/content/items/${items[level]}${path}`);
      expect(status).toBe(200);
      const refused =
        type.startsWith('application/json') && text.includes(actor === '' ? codes.forbidden : codes.noItem);
      expect([path, refused]).toEqual([path, !sees]);
      expect(!sees && /Level|tag-/.test(text)).toBe(false);
    }
  });

  test.each(Object.entries(actors))('“%s” finds only visible items', async (actor, seen) => {
    for (const level of levels) {
      for (const q of [
        `id:${items[level]}`,
        `"Level ${level}"`,
        `tags:"tag-${level}"`,
        `tags:tag-${level} OR id:none`,
      ]) {
        const { query, total, ...shown } = await rig.call('/search', { q, countFields: 'tags' }, actor);
        const sees = seen.includes(level);
        expect([query, total]).toEqual([q, sees ? 1 : 0]);
        expect(JSON.stringify(shown).includes(`tag-${level}`)).toBe(sees);
      }
    }
    const { items: listed } = await rig.call('/content/users/grace', { num: '100' }, actor);
    expect(listed.map((item: any) => item.id).sort()).toEqual(seen.map((level) => items[level]).sort());
  });
});

describe('what only some may change', () => {
  const changes: [string, Record<string, string>][] = [
    ['update', { snippet: 'changed' }],
    ['updateThumbnail', { data: `data:image/png;base64,${png.toString('base64')}`, filename: 't.png' }],
    ['addResources', { text: 'n', fileName: 'new.txt' }],
    ['updateResources', { text: 'n', fileName: 'new.txt' }],
    ['removeResources', { resource: 'new.txt' }],
    ['protect', {}],
    ['unprotect', {}],
    ['move', { folder: '/' }],
    ['status', {}],
  ];

  test.each(cells)(
    '“$actor” changes the $level item: $controls',
    async ({ actor, level, sees, controls }) => {
      for (const [action, parameters] of changes) {
        const answer = await rig.call(
          `/content/users/grace/items/${items[level]}/${action}`,
          parameters,
          actor,
        );
        expect([action, answer['error']?.messageCode]).toEqual([
          action,
          controls ? undefined : refusal({ actor, sees }),
        ]);
      }
    },
  );

  test.each(cells.filter(({ controls }) => !controls))(
    '“$actor” neither shares nor deletes the $level item',
    async ({ actor, level }) => {
      const own = `/content/users/grace/items/${items[level]}`;
      for (const [path, parameters] of [
        [`${own}/share`, { everyone: 'true' }],
        [`${own}/share`, { everyone: 'false', org: 'false', groups: ' ' }],
        [`/content/items/${items[level]}/share`, { org: 'true' }],
        [`${own}/delete`, {}],
        [`${own}/reassign`, { targetUsername: 'Otto' }],
      ] as [string, Record<string, string>][]) {
        const { error } = await rig.call(path, parameters, actor);
        expect([path, error?.messageCode]).toEqual([
          path,
          expect.stringMatching(/^(GWM_000[23]|CONT_0001)$/),
        ]);
      }
      const groups = await rig.call(`${own}/share`, { groups: 'team' }, actor);
      expect(groups['notSharedWith'] ?? groups['error']).toBeTruthy();
      const bulk = await rig.call(`/content/users/grace/deleteItems`, { items: items[level] }, actor);
      expect(bulk['error'].code).toBeGreaterThanOrEqual(403);
    },
  );

  test('everything is unchanged after all of that', async () => {
    for (const level of levels) {
      expect(await rig.call(`/content/items/${items[level]}`)).toMatchObject({
        access: level,
        owner: 'grace',
        title: `Level ${level}`,
      });
    }
  });
});

describe('copies and ratings', () => {
  test.each(cells)(
    '“$actor” copies the $level item: $sees, when signed in',
    async ({ actor, level, sees }) => {
      const { error } = await rig.call(`/content/items/${items[level]}/copy`, {}, actor);
      expect(error?.code).toBe(actor === '' ? 499 : sees ? undefined : 400);
    },
  );

  test.each(cells)(
    '“$actor” rates the $level item: $sees, when signed in and not their own',
    async ({ actor, level, sees }) => {
      const { error } = await rig.call(`/content/items/${items[level]}/addRating`, { rating: '5' }, actor);
      expect(error?.code).toBe(actor === '' ? 499 : !sees ? 400 : actor === 'grace' ? 403 : undefined);
    },
  );
});
