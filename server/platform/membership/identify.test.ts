import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type FakePerson, startFakePortal } from '../../../testing/fakes/portal.ts';
import { appConfigSchema } from '../../../wire/app-config.ts';
import { limits } from '../../limits.ts';
import { asRequester } from '../budgets/requester.ts';
import { bearerToken, createIdentify } from './identify.ts';
import { createRequireAdministrator } from './require-administrator.ts';

const people: Record<string, FakePerson> = {
  ada: { username: 'ada', groups: ['admins', 'other'] },
  grace: { username: 'grace', groups: ['other'] },
  eve: { username: 'eve', orgId: 'elsewhere', groups: ['admins'] },
};
let portal: Awaited<ReturnType<typeof startFakePortal>>;
let time = 0;
const config = (more: object = {}) =>
  appConfigSchema.parse({ portal: { url: portal.url, adminGroupId: 'admins', ...more } });
const embedded = {
  isAt: (address: string) => address === 'http://maps.example/portal',
  find: async (token: string) =>
    token === 'ours' ? { username: 'olga', fullName: 'Olga', groupIds: ['admins'] } : undefined,
  prove: async () => 'proof',
  issued: async (token: string) => token === 'ours',
};
const ended = new Set<string>();
/** Tokens that are known to all processes. */
const accepted = new Set<string>();
const noted: string[] = [];
const createAsk = () =>
  createIdentify({
    embedded,
    allowedPrivateHosts: true,
    publicUrl: 'http://maps.example',
    tokens: {
      hasEnded: async (address, token) => ended.has(`${address} ${token}`),
      wasAccepted: async (address, token) => accepted.has(`${address} ${token}`),
      noteAccepted: async (address, token) => {
        noted.push(token);
        accepted.add(`${address} ${token}`);
      },
    },
    now: () => time,
  });
const identify = () => {
  const ask = createAsk();
  return (input: ReturnType<typeof config>, token: string | undefined) =>
    ask(input, token === undefined ? undefined : { token, portal: input.portal.url });
};

beforeAll(async () => {
  portal = await startFakePortal(people);
});
afterAll(() => portal.close());

describe('owner of a token', () => {
  test('is the user the portal reports, an administrator if their groups say so', async () => {
    const ask = identify();
    expect(await ask(config(), 'ada')).toMatchObject({ username: 'ada', fullName: 'ADA', isAdmin: true });
    expect(await ask(config(), 'grace')).toMatchObject({ username: 'grace', isAdmin: false });
  });

  test.each([[undefined], [''], ['unknown'], ['eve']])('is unknown for %j', async (token) => {
    expect(await identify()(config(), token)).toBeUndefined();
  });

  test('is never an administrator where no group is configured', async () => {
    people['blank'] = { username: 'blank', groups: [''] };
    expect(await identify()(config({ adminGroupId: '' }), 'blank')).toMatchObject({ isAdmin: false });
  });

  test('is unknown with a name that is no name, or that cannot be stored', async () => {
    for (const username of ['', 'ad\0a']) {
      people['nobody'] = { username };
      expect(await identify()(config(), 'nobody')).toBeUndefined();
    }
  });

  test('has a name of limited length, and is unknown with a longer username or id', async () => {
    const long = 'x'.repeat(limits.foreignNameCharacters);
    people['long'] = { username: long };
    people['longer'] = { username: `${long}x` };
    people['sharp'] = { username: 'ß'.repeat(long.length) };
    people['group'] = { username: 'gus', groups: ['x'.repeat(limits.foreignIdCharacters + 1)] };
    people['home'] = { username: 'hal', orgId: 'x'.repeat(limits.foreignIdCharacters + 1) };
    expect(await identify()(config(), 'long')).toMatchObject({ username: long });
    // Its name in capitals has twice as many characters.
    expect((await identify()(config(), 'sharp'))?.fullName).toHaveLength(long.length);
    for (const token of ['longer', 'group', 'home'])
      expect(await identify()(config(), token)).toBeUndefined();
  });

  test('has a limited number of groups', async () => {
    const groups = (count: number) => Array.from({ length: count }, (_none, index) => `group-${index}`);
    people['many'] = { username: 'mia', groups: groups(limits.foreignMemberGroups) };
    people['more'] = { username: 'moe', groups: groups(limits.foreignMemberGroups + 1) };
    expect(await identify()(config(), 'many')).toMatchObject({ username: 'mia' });
    expect(await identify()(config(), 'more')).toBeUndefined();
  });

  test('may have as many groups of which the portal says as much as ArcGIS does', async () => {
    const groups = Array.from({ length: limits.foreignMemberGroups }, (_none, index) => `group-${index}`);
    const members = Array.from({ length: 39 }, (_none, index) => [
      `member${index}`,
      'a text of thirty characters ..',
    ]);
    people['full'] = { username: 'fay', groups, aboutGroups: Object.fromEntries(members) as object };
    expect((await identify()(config(), 'full'))?.groupIds).toHaveLength(limits.foreignMemberGroups);
  });

  test('is forgotten by characters, the longest ago first', async () => {
    const ask = identify();
    const groups = Array.from({ length: limits.foreignMemberGroups }, (_none, index) =>
      `${index}`.padStart(90, 'x'),
    );
    people['grace'] = { username: 'grace', groups: ['other'] };
    await ask(config(), 'grace');
    const before = portal.calls();
    await ask(config(), 'grace');
    expect(portal.calls()).toBe(before);
    const weight = groups.length * 90;
    for (let sum = 0; sum < limits.foreignMemberCharacters; sum += weight) {
      people[`heavy-${sum}`] = { username: 'hugo', groups };
      await ask(config(), `heavy-${sum}`);
    }
    const after = portal.calls();
    await ask(config(), 'grace');
    expect(portal.calls()).toBe(after + 1);
  });

  test('is requested once a minute per portal and token, also by concurrent callers', async () => {
    const ask = identify();
    const calls = async (work: () => Promise<unknown>) => {
      const before = portal.calls();
      await work();
      return portal.calls() - before;
    };
    const many = () => Promise.all(Array.from({ length: 5 }, () => ask(config(), 'ada')));
    // Whose token, and whose portal.
    expect(await calls(many)).toBe(2);
    expect(await calls(() => ask(config(), 'grace'))).toBe(1);
    expect(await calls(() => ask(config({ url: `${portal.url}/` }), 'ada'))).toBe(0);
    time += 60_000;
    expect(await calls(many)).toBe(0);
    time += 1;
    expect(await calls(many)).toBe(1);
  });

  test('needs the organisation of the portal once in ten minutes, and never where one is configured', async () => {
    const ask = identify();
    const calls = async (token: string, more = {}) => {
      const before = portal.calls();
      expect(await ask(config(more), token)).toBeDefined();
      return portal.calls() - before;
    };
    expect(await calls('ada', { organisationId: 'org1' })).toBe(1);
    expect(await calls('grace')).toBe(2);
    expect(await calls('ada')).toBe(0);
    time += 600_000;
    expect(await calls('ada')).toBe(1);
    time += 1;
    expect(await calls('ada')).toBe(1);
  });

  test('is requested again for requests that change something', async () => {
    const ask = createAsk();
    const presented = { token: 'ada', portal: portal.url };
    await ask(config(), presented);
    const before = portal.calls();
    await ask(config(), presented);
    expect(portal.calls() - before).toBe(0);
    await ask(config(), presented, { fresh: true });
    expect(portal.calls() - before).toBe(1);
  });

  test('is unknown once its session has ended, although the portal still accepts the token', async () => {
    const ask = createAsk();
    const of = (token: string) => ({ token, portal: portal.url });
    expect(await ask(config(), of('ada'))).toMatchObject({ username: 'ada' });
    ended.add(`${portal.url} ada`);
    expect(await ask(config(), of('ada'))).toBeUndefined();
    expect(await ask(config(), of('ada'), { fresh: true })).toBeUndefined();
    expect(await ask(config(), of('grace'))).toMatchObject({ username: 'grace' });
    ended.clear();
  });

  describe('after too many rejected tokens from its network', () => {
    const refused = new Error('too many');
    let counted = 0;
    let isFull = false;
    const within = <Result>(run: () => Promise<Result>) => {
      const refuseMore = () => {
        if (isFull) throw refused;
      };
      const count = async () => void (counted += 1);
      const { signal } = new AbortController();
      return asRequester({ caller: 'address', signal, rejectedTokens: { refuseMore, count } }, run);
    };
    beforeEach(() => {
      counted = 0;
      isFull = false;
      accepted.clear();
    });

    test('is found while the portal has accepted the token before, and refused without asking otherwise', async () => {
      const ask = identify();
      await within(() => ask(config(), 'ada'));
      expect(await within(() => ask(config(), 'unknown'))).toBeUndefined();
      expect(counted).toBe(1);
      isFull = true;
      const before = portal.calls();
      await expect(within(() => ask(config(), 'grace'))).rejects.toBe(refused);
      expect(portal.calls()).toBe(before);
      // A response that is stored, and one that has to be asked for again.
      expect(await within(() => ask(config(), 'unknown'))).toBeUndefined();
      expect(await within(() => ask(config(), 'ada'))).toMatchObject({ username: 'ada' });
      time += 61_000;
      expect(await within(() => ask(config(), 'ada'))).toMatchObject({ username: 'ada' });
      await expect(within(() => ask(config(), 'unknown'))).rejects.toBe(refused);
    });

    test('is refused although the request bypasses stored responses, if the portal rejected the token', async () => {
      const ask = createAsk();
      const fresh = (token: string) =>
        within(() => ask(config(), { token, portal: portal.url }, { fresh: true }));
      await fresh('ada');
      await fresh('unknown');
      isFull = true;
      expect(await fresh('ada')).toMatchObject({ username: 'ada' });
      await expect(fresh('unknown')).rejects.toBe(refused);
    });

    test('and a token that has expired since the portal accepted it is none of them', async () => {
      people['late'] = { username: 'late' };
      const ask = identify();
      expect(await within(() => ask(config(), 'late'))).toMatchObject({ username: 'late' });
      delete people['late'];
      time += 61_000;
      expect(await within(() => ask(config(), 'late'))).toBeUndefined();
      expect(counted).toBe(0);
    });

    test('and a token that another process has seen accepted is none of them, however often it is asked about', async () => {
      people['late'] = { username: 'late' };
      expect(await within(() => identify()(config(), 'late'))).toMatchObject({ username: 'late' });
      delete people['late'];
      isFull = true;
      const ask = identify();
      for (const _ of [1, 2, 3]) {
        time += 61_000;
        expect(await within(() => ask(config(), 'late'))).toBeUndefined();
      }
      expect(counted).toBe(0);
      await expect(within(() => ask(config(), 'made-up'))).rejects.toBe(refused);
    });

    test('and each response that accepts a token is noted, once a minute', async () => {
      noted.length = 0;
      const ask = createAsk();
      const of = (token: string, fresh = false) =>
        within(() => ask(config(), { token, portal: portal.url }, { fresh }));
      for (const fresh of [false, false, true]) await of('ada', fresh);
      expect(noted).toEqual(['ada']);
      time += 61_000;
      for (const fresh of [true, false, true]) await of('ada', fresh);
      await of('unknown');
      expect(noted).toEqual(['ada', 'ada']);
    });

    test('and a token that the portal could not verify is none of them', async () => {
      const gone = await startFakePortal(people);
      await gone.close();
      await expect(within(() => identify()(config({ url: gone.url }), 'ada'))).rejects.toMatchObject({
        id: 'membership:portal-unreachable',
      });
      expect(counted).toBe(0);
    });
  });

  test('reflects a changed administrator group at once', async () => {
    const ask = identify();
    expect((await ask(config(), 'grace'))?.isAdmin).toBe(false);
    expect((await ask(config({ adminGroupId: 'other' }), 'grace'))?.isAdmin).toBe(true);
  });

  test('is unknown while the portal is unavailable, and requested again by the next call', async () => {
    const ask = identify();
    const gone = await startFakePortal(people);
    await gone.close();
    const away = config({ url: gone.url });
    await expect(ask(away, 'ada')).rejects.toMatchObject({
      id: 'membership:portal-unreachable',
      status: 503,
    });
    const port = Number(new URL(gone.url).port);
    const back = await startFakePortal(people, 'org1', port);
    expect(await ask(away, 'ada')).toMatchObject({ username: 'ada' });
    await back.close();
  });
});

describe('where a token is sent', () => {
  const sentTo = async (configured: object, presented: { token: string; portal?: string }) => {
    const before = portal.calls();
    const member = await createAsk()(config(configured), presented);
    return { calls: portal.calls() - before, username: member?.username };
  };

  test.each([
    ['names no issuer', { token: 'ada' }],
    ['names another issuer', { token: 'ada', portal: 'https://www.arcgis.com' }],
    ['names an issuer with the same prefix', { token: 'ada', portal: 'PORTAL.evil.example' }],
    ['names no address', { token: 'ada', portal: 'not an address' }],
  ] as [string, { token: string; portal?: string }][])(
    'nowhere when its caller %s',
    async (_what, presented) => {
      const issuer = presented.portal?.replace('PORTAL', portal.url);
      expect(await sentTo({}, { token: 'ada', ...(issuer !== undefined && { portal: issuer }) })).toEqual({
        calls: 0,
        username: undefined,
      });
    },
  );

  test('nowhere when the embedded portal issued it, whatever the caller claims', async () => {
    expect(await sentTo({}, { token: 'ours', portal: portal.url })).toEqual({ calls: 0 });
  });

  test('nowhere for the embedded portal, which is called in-process', async () => {
    expect(await sentTo({ url: '/portal' }, { token: 'ours' })).toEqual({ calls: 0, username: 'olga' });
  });

  test('to its issuer, however its address is written', async () => {
    for (const issuer of [portal.url, `${portal.url}/`, `${portal.url}/sharing/rest`])
      expect(await sentTo({}, { token: 'ada', portal: issuer })).toMatchObject({ calls: 2, username: 'ada' });
  });
});

describe('requireAdministrator', () => {
  const ask = (authorization?: string) =>
    createRequireAdministrator(createAsk(), async () => config())({
      params: { org: 'town' },
      headers: { authorization, 'x-portal': portal.url },
    } as any);

  test('accepts administrators, and returns the token and the config they were checked by', async () => {
    expect(await ask('Bearer ada')).toMatchObject({ member: { username: 'ada' }, token: { token: 'ada' } });
  });

  test.each([
    [undefined, 401, 'membership:sign-in-needed'],
    ['Bearer unknown', 401, 'membership:sign-in-needed'],
    ['Bearer eve', 401, 'membership:sign-in-needed'],
    ['Bearer grace', 403, 'membership:not-administrator'],
  ])('rejects %j', async (authorization, status, id) => {
    await expect(ask(authorization)).rejects.toMatchObject({ status, id });
  });
});

describe('token', () => {
  test.each([
    ['Bearer abc', 'abc'],
    ['bearer  abc', 'abc'],
    ['Bearer', undefined],
    ['Bearer ', undefined],
    ['Bearer a b', undefined],
    ['Basic abc', undefined],
    ['abc', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('of %j is %j', (header, token) => {
    expect(bearerToken(header)).toBe(token);
  });
});
