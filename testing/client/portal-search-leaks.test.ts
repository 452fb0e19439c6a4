import { setItemAccess, shareItemWithGroup } from '@esri/arcgis-rest-portal';
import { beforeAll, describe, expect, test } from 'vitest';
import { createGroup } from '../../server/portal/community/create-group.ts';
import { useContentRig } from '../rig/use-content-rig.ts';

const rig = useContentRig();

type Level = 'org' | 'shared' | 'private';
const levels: readonly Level[] = ['org', 'shared', 'private'];
const ids: Record<string, string> = {};

/** Callers, and what is hidden from them; linus shares grace's group, Otto is in no group. */
const hidden: Record<string, readonly Level[]> = {
  '': levels,
  Otto: ['shared', 'private'],
  linus: ['private'],
};
const cells = Object.entries(hidden).flatMap(([actor, unseen]) => unseen.map((level) => ({ actor, level })));

/** Words that occur in only one part of the item of a level. */
const words = (level: string) => ({
  title: `quokka${level}`,
  tag: `wombat${level}`,
  keyword: `bilby${level}`,
  category: `numbat${level}`,
  snippet: `dunnart${level}`,
});
const hush = { title: 'Potoroo circle', tag: 'bettong' };

beforeAll(async () => {
  await createGroup(rig.portal.context, {
    id: 'hush',
    title: hush.title,
    tags: [hush.tag],
    owner: 'ada',
    access: 'private',
    members: ['grace'],
  });
  for (const level of [...levels, 'public']) {
    const { title, tag, keyword, category, snippet } = words(level);
    const id = await rig.addMap({
      title: `Level ${title}`,
      tags: ['seen', tag],
      typeKeywords: [keyword],
      categories: [`/Categories/${category}`],
      snippet,
      extent: '70,50,71,51',
    });
    ids[level] = id;
    if (level === 'shared') await shareItemWithGroup({ id, groupId: 'team', authentication: rig.grace });
    else await setItemAccess({ id, access: level as 'public', authentication: rig.grace });
  }
  // A public map in a hidden group.
  await shareItemWithGroup({ id: ids['public'] ?? '', groupId: 'hush', authentication: rig.grace });
});

const every = 'type,access,owner,tags,categories,typekeywords';
const whole: [string, Record<string, string>][] = [
  ['/search', { num: '100', countFields: every, countSize: '200' }],
  ['/search', { num: '100', q: 'owner:grace', sortField: 'numviews', countFields: every }],
  ['/search', { num: '100', q: 'access:private OR access:shared OR access:org', countFields: every }],
  ['/search', { num: '100', q: '-nothing', bbox: '69,49,72,52' }],
  ['/search', { num: '100', q: 'seen', sortField: 'title' }],
  ['/search', { num: '100', categories: '/Categories' }],
  ['/search', { num: '100', q: 'group:team OR group:hush' }],
  ['/content/groups/team/search', { num: '100', countFields: every }],
  ['/content/groups/hush/search', { num: '100', countFields: every }],
  ['/content/groups/hush', {}],
  ['/content/users/grace', { num: '100' }],
  ['/community/users/grace', {}],
  ['/community/users/grace/tags', {}],
  ['/community/groups', { q: '*', num: '100' }],
  ['/community/groups/hush', {}],
  ['/community/groups/hush/users', {}],
  ['/community/groups/hush/categorySchema', {}],
  ['/community/users', { q: '*', num: '100' }],
  ['/portals/self', {}],
  ['/portals/self/categorySchema', {}],
];

/** The response without the caller's own input. */
async function answerTo(path: string, parameters: Record<string, string>, actor: string): Promise<string> {
  const { query: _said, ...answer } = await rig.call(path, parameters, actor);
  return JSON.stringify(answer);
}

describe('lists reveal nothing hidden', () => {
  test.each(Object.keys(hidden))('from “%s”', async (actor) => {
    for (const [path, parameters] of whole) {
      const text = await answerTo(path, parameters, actor);
      for (const level of hidden[actor] ?? []) {
        for (const word of Object.values(words(level)))
          expect([path, parameters, text.includes(word)]).toEqual([path, parameters, false]);
        expect(text).not.toContain(ids[level]);
      }
      expect(text).not.toContain(hush.title);
      expect(text).not.toContain(hush.tag);
    }
  });

  test('but list everything for users from whom nothing is hidden', async () => {
    const text = (await Promise.all(whole.map(([path, given]) => answerTo(path, given, 'grace')))).join();
    for (const level of levels) {
      for (const word of Object.values(words(level))) expect(text).toContain(word);
      expect(text).toContain(ids[level]);
    }
    expect(text).toContain(hush.title);
    expect(text).toContain(hush.tag);
  });
});

describe('queries reveal nothing hidden', () => {
  const questions = (level: Level): Record<string, string>[] => {
    const { title, tag, keyword, category, snippet } = words(level);
    return [
      { q: title },
      { q: title.slice(0, 8) + '*' },
      { q: `title:"Level ${title}"` },
      { q: `tags:"${tag}"` },
      { filter: `tags:"${tag}"` },
      { q: `typekeywords:"${keyword}"` },
      { q: `categories:"${category}"` },
      { categories: `/Categories/${category}` },
      { q: snippet },
      { q: `id:${ids[level]}` },
      { q: `id:${ids[level]} AND numviews:[0 TO 99]` },
      { q: `id:${ids[level]} AND created:[0 TO *]`, countFields: every },
      { q: `id:${ids[level]} OR id:nothing` },
      { q: `${title} OR nothing` },
    ];
  };

  test.each(cells)('to “$actor” about the $level item', async ({ actor, level }) => {
    for (const question of questions(level)) {
      // Prefixes of visible words find those; nothing else may be among them.
      const { total, results, aggregations } = await rig.call('/search', question, actor);
      const seen = (results as { id: string }[]).map(({ id }) => id);
      expect(seen).not.toContain(ids[level]);
      expect([question, total]).toEqual([question, seen.length]);
      const counted = (aggregations?.counts ?? []) as { fieldValues: { count: number }[] }[];
      expect(counted.flatMap(({ fieldValues }) => fieldValues).every(({ count }) => count <= total)).toBe(
        true,
      );
    }
  });

  test.each(levels)('while the owner finds the %s item by each of them', async (level) => {
    for (const question of questions(level)) {
      const { results } = await rig.call('/search', { ...question, num: '100' }, 'grace');
      expect([question, (results as { id: string }[]).some(({ id }) => id === ids[level])]).toEqual([
        question,
        true,
      ]);
    }
  });
});

test.each(['', 'Otto', 'linus'])(
  'does not reveal to “%s” that a public map is in a hidden group',
  async (actor) => {
    const path = `/content/items/${ids['public']}`;
    for (const part of ['', '/groups', '/relatedItems']) {
      const text = await answerTo(`${path}${part}`, {}, actor);
      expect(text).not.toContain(hush.title);
      expect(text).not.toContain('hush');
    }
    expect((await rig.call('/search', { q: 'group:hush' }, actor))['total']).toBe(0);
    expect((await rig.call('/search', { q: 'group:hush' }, 'grace'))['total']).toBe(1);
  },
);

test('counts no view of an invisible item, and reveals none of its parts', async () => {
  for (const { actor, level } of cells) {
    for (const part of ['', '/data', '/groups', '/resources']) {
      const text = await answerTo(`/content/items/${ids[level]}${part}`, {}, actor);
      expect(text).toContain('"error"');
      for (const word of Object.values(words(level))) expect(text).not.toContain(word);
    }
  }
  for (const level of levels) {
    expect((await rig.call('/search', { q: `id:${ids[level]}` }))['results'][0]).toMatchObject({
      numViews: 0,
    });
  }
});
