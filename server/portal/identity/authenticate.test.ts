import { scryptSync } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClock, day, minute } from '../../../testing/rig/clock.ts';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { MappingError } from '../../../wire/errors.ts';
import { busy } from '../../platform/budgets/budget-errors.ts';
import { createBudgets } from '../../platform/budgets/budgets.ts';
import type { PortalContext } from '../operation.ts';
import { setPasswordHash } from './account-store.ts';
import { authenticate, unblockAccount } from './authenticate.ts';
import { forgetKnownNetworks, noteKnownNetwork } from './known-network-store.ts';
import { isOutdated, verifyPassword } from './password.ts';
import { createSharedTryLimiter } from './try-limiter-store.ts';

const password = 'correct horse battery';
const longPassword = 'many words '.repeat(94).slice(0, 1024).padEnd(1024, 'y');

/** A hash made by an older version: fast to verify a wrong password against. */
function cheapHash(text: string): string {
  const salt = Buffer.from('0123456789abcdef');
  const key = scryptSync(text, salt, 32, { N: 1024, r: 8, p: 1 });
  return ['scrypt', 1024, 8, 1, salt.toString('base64'), key.toString('base64')].join('$');
}

let data: PortalData;
let context: PortalContext;
const clock = createClock();

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('Ada', { password });
  await data.addUser('long', { password: longPassword });
  await data.addUser('locked', { password });
  await data.addUser('guest');
  await data.database
    .updateTable('portal_user')
    .set({ disabled: true })
    .where('username', '=', 'locked')
    .execute();
});
afterAll(() => data.stop());

beforeEach(async () => {
  await data.database.deleteFrom('counted_try').execute();
  await data.database.deleteFrom('portal_known_network').execute();
  // Few attempts, because each one costs a hash.
  const signInTries = createSharedTryLimiter(data.database, {
    name: 'sign-in',
    tries: 2,
    windowMs: minute,
    now: clock.now,
  });
  const accountTries = createSharedTryLimiter(data.database, {
    name: 'account',
    tries: 4,
    windowMs: 60 * minute,
    now: clock.now,
  });
  const networkTries = createSharedTryLimiter(data.database, {
    name: 'network',
    tries: 6,
    windowMs: 60 * minute,
    now: clock.now,
  });
  context = { ...data.context, now: clock.now, signInTries, accountTries, networkTries };
});

const tryAs = (username: string, tried = password, address = '10.0.0.1') =>
  authenticate(context, { username, password: tried, address });

async function storedHash(username: string): Promise<string> {
  const { password_hash: hash } = await data.database
    .selectFrom('portal_user')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow();
  return hash ?? '';
}

it('may be repeated while the server is busy, after it was recorded and its hash renewed', async () => {
  await setPasswordHash(data.database, 'Ada', cheapHash(password));
  const response = createBudgets().content.run(undefined, async () => {
    await tryAs('ada');
    throw busy('content', 5);
  });
  await expect(response).rejects.toMatchObject({ id: 'busy:content' });
});

describe('username and password', () => {
  it.each(['Ada', 'ADA', '  ada\n', '\u00a0Ada'])('match %j, in the original spelling', async (username) => {
    expect(await tryAs(username)).toMatchObject({ username: 'Ada' });
  });

  it.each([
    ['a wrong password', 'Ada', 'Correct horse battery'],
    ['no password', 'Ada', ''],
    ['an unknown name', 'Eve', password],
    ['no name', '', password],
    ['a name with a NUL', 'Ada\0', password],
    ['a pattern instead of a name', 'A%', password],
    ['a disabled account', 'locked', password],
    ['an account without a password', 'guest', ''],
    ['an account without a password, and one', 'guest', password],
  ])('are all refused in the same way: %s', async (_what, username, tried) => {
    expect(await tryAs(username, tried)).toEqual({ refused: 'wrong' });
  });

  it('are compared to the last character, however long the password is', async () => {
    expect(await tryAs('long', longPassword)).toMatchObject({ username: 'long' });
    expect(await tryAs('long', `${longPassword}y`)).toEqual({ refused: 'wrong' });
    expect(await tryAs('long', longPassword.slice(1))).toEqual({ refused: 'wrong' });
  });

  it('record the time of a sign-in, and nothing of a refusal', async () => {
    const lastSignIn = async () =>
      (
        await data.database
          .selectFrom('portal_user')
          .select('last_sign_in_at as at')
          .where('username', '=', 'Ada')
          .executeTakeFirstOrThrow()
      ).at;
    await tryAs('Ada');
    expect(await lastSignIn()).toBe(clock.now());
    const before = clock.now();
    clock.advance(5 * minute);
    await tryAs('Ada', 'wrong');
    expect(await lastSignIn()).toBe(before);
  });
});

describe('hash made at an older cost', () => {
  const old = cheapHash(password);

  it('is renewed at the next sign-in', async () => {
    await setPasswordHash(data.database, 'Ada', old);
    expect(await tryAs('Ada')).toMatchObject({ username: 'Ada' });
    const renewed = await storedHash('Ada');
    expect(isOutdated(renewed)).toBe(false);
    expect(await verifyPassword(password, renewed)).toBe(true);
    expect(await tryAs('Ada')).toMatchObject({ username: 'Ada' });
    expect(await storedHash('Ada')).toBe(renewed);
  });

  it('is unchanged after a wrong password', async () => {
    await setPasswordHash(data.database, 'Ada', old);
    expect(await tryAs('Ada', 'wrong')).toEqual({ refused: 'wrong' });
    expect(await storedHash('Ada')).toBe(old);
  });
});

describe('while a password is checked', () => {
  const another = 'another horse battery';
  /** Signs in with the former password; the account changes when a hash has been made. */
  const signInDuring = (change: object, after = 1) => {
    let made = 0;
    const run = async (_caller: unknown, work: () => Promise<unknown>) => {
      const hash = await work();
      made += 1;
      if (made === after)
        await data.database.updateTable('portal_user').set(change).where('username', '=', 'Ada').execute();
      return hash;
    };
    const budgets = { ...context.budgets, passwords: { run } as never };
    return authenticate({ ...context, budgets }, { username: 'Ada', password, address: '10.0.0.1' });
  };
  beforeEach(() => setPasswordHash(data.database, 'Ada', cheapHash(password)));
  afterEach(async () => {
    const usual = { disabled: false, second_factor_at: null };
    await data.database.updateTable('portal_user').set(usual).where('username', '=', 'Ada').execute();
  });

  it.each([
    ['checked', 1],
    ['hashed again at today’s cost', 2],
  ])(
    'a new password is in force: the former one does not sign in, or come back when it is %s',
    async (_, after) => {
      const hash = cheapHash(another);
      expect(await signInDuring({ password_hash: hash }, after)).toEqual({ refused: 'wrong' });
      expect(await storedHash('Ada')).toBe(hash);
    },
  );

  it('a reset is in force: the former password does not come back', async () => {
    expect(await signInDuring({ password_hash: null }, 2)).toEqual({ refused: 'wrong' });
    expect(await storedHash('Ada')).toBe('');
  });

  it('a second factor is asked for, and a disabled account is refused', async () => {
    expect(await signInDuring({ second_factor_at: 1 })).toMatchObject({ pending: 'code' });
    expect(await signInDuring({ disabled: true })).toEqual({ refused: 'wrong' });
  });
});

describe('too many attempts', () => {
  beforeEach(async () => {
    for (const username of ['Ada', 'long']) {
      await setPasswordHash(data.database, username, cheapHash(username === 'Ada' ? password : longPassword));
    }
  });

  const fail = async (username: string, address?: string) => {
    for (let count = 0; count < 2; count++) await tryAs(username, 'wrong', address);
  };

  it('block this account from this address, with the right password too', async () => {
    await fail('Ada');
    for (const spelling of ['Ada', 'ada', ' ADA ']) {
      expect(await tryAs(spelling)).toEqual({ refused: 'wait', seconds: 60 });
    }
  });

  it('do not block other accounts and other addresses', async () => {
    await fail('Ada', '10.0.0.1');
    expect(await tryAs('Ada', password, '10.0.0.2')).toMatchObject({ username: 'Ada' });
    expect(await tryAs('Ada', password, '10.0.0.1')).toMatchObject({ refused: 'wait' });
    expect(await tryAs('long', longPassword, '10.0.0.1')).toMatchObject({ username: 'long' });
  });

  it.each(['Ada', 'known Ada'])('do not block known browsers at this address: as %j', async (username) => {
    await fail(username);
    expect(await tryAs(username)).toMatchObject({ refused: 'wait' });
    const known = { username: 'Ada', address: '10.0.0.1', knownBrowser: 'browser' };
    expect(await authenticate(context, { ...known, password })).toMatchObject({ username: 'Ada' });
    // They have as many attempts of their own.
    for (let count = 0; count < 2; count++) await authenticate(context, { ...known, password: 'wrong' });
    expect(await authenticate(context, { ...known, password })).toMatchObject({ refused: 'wait' });
  });

  it('are counted for unknown names as well, so that a wait reveals nothing', async () => {
    await fail('nobody');
    expect(await tryAs('nobody')).toEqual({ refused: 'wait', seconds: 60 });
  });

  it('are reset by a success, and after the window', async () => {
    await tryAs('Ada', 'wrong');
    expect(await tryAs('Ada')).toMatchObject({ username: 'Ada' });
    await fail('Ada');
    clock.advance(minute - 1);
    expect(await tryAs('Ada')).toEqual({ refused: 'wait', seconds: 1 });
    clock.advance(1);
    expect(await tryAs('Ada')).toMatchObject({ username: 'Ada' });
  });
});

describe('attempts that were not checked because the server was busy', () => {
  const run = (id: string) => () =>
    Promise.reject(new MappingError(id, 'The server is busy.', { status: 503 }));
  const tryWhile = (id: string, knownBrowser: string | false = false) => {
    const budgets = { ...context.budgets, passwords: { run: run(id) } as never };
    const credentials = { username: 'Ada', password: 'wrong', address: '10.0.0.1', knownBrowser };
    return authenticate({ ...context, budgets }, credentials);
  };

  it.each([false, 'browser'] as const)('do not count, in a known browser: %s', async (knownBrowser) => {
    for (let count = 0; count < 5; count++)
      await expect(tryWhile('busy:passwords', knownBrowser)).rejects.toMatchObject({ status: 503 });
    expect(await data.database.selectFrom('counted_try').selectAll().execute()).toEqual([]);
  });

  it('leave those that were checked', async () => {
    await tryAs('Ada', 'wrong');
    await expect(tryWhile('busy:passwords')).rejects.toMatchObject({ status: 503 });
    await tryAs('Ada', 'wrong');
    expect(await tryAs('Ada')).toMatchObject({ refused: 'wait' });
  });

  it('count if the check had begun', async () => {
    await expect(tryWhile('busy:passwords-took-too-long')).rejects.toMatchObject({ status: 503 });
    await tryAs('Ada', 'wrong');
    expect(await tryAs('Ada')).toMatchObject({ refused: 'wait' });
  });
});

describe('too many attempts from many addresses', () => {
  const failEverywhere = async (username: string, knownBrowser: string | false = false) => {
    for (let count = 0; count < 4; count++)
      await authenticate(context, {
        username,
        password: 'wrong',
        address: `10.0.1.${count}`,
        knownBrowser,
      });
  };

  it.each(['Ada', 'nobody'])(
    'block the account for an hour, whether it exists or not: %s',
    async (username) => {
      await failEverywhere(username);
      expect(await tryAs(username, password, '10.0.2.1')).toEqual({ refused: 'wait', seconds: 3600 });
      clock.advance(60 * minute);
      expect(await tryAs(username, password, '10.0.2.2')).not.toMatchObject({ refused: 'wait' });
    },
  );

  it('block neither known browsers nor other accounts', async () => {
    await failEverywhere('Ada');
    const known = { username: 'Ada', password, address: '10.0.2.1', knownBrowser: 'browser' };
    expect(await authenticate(context, known)).toMatchObject({ username: 'Ada' });
    expect(await tryAs('long', longPassword)).toMatchObject({ username: 'long' });
    await failEverywhere('Ada', 'browser');
    expect(await authenticate(context, known)).toMatchObject({ refused: 'wait' });
    // In one of them may be someone else, who knows a former password.
    expect(await authenticate(context, { ...known, knownBrowser: 'another' })).toMatchObject({
      username: 'Ada',
    });
  });

  it('are forgotten after a success, and with a new password', async () => {
    for (const after of [() => tryAs('Ada', password, '10.0.2.1'), () => unblockAccount(context, 'ADA')]) {
      for (let count = 0; count < 3; count++) await tryAs('Ada', 'wrong', `10.0.1.${count}`);
      await after();
      for (let count = 0; count < 3; count++) await tryAs('Ada', 'wrong', `10.0.1.${count}`);
      expect(await tryAs('Ada', password, '10.0.2.2')).toMatchObject({ username: 'Ada' });
      await data.database.deleteFrom('counted_try').execute();
    }
  });
});

describe('a network from which an account has signed in', () => {
  const home = '10.0.4.1';
  const guess = async (times: number, address: (count: number) => string) => {
    for (let count = 0; count < times; count++) await tryAs('Ada', 'wrong', address(count));
  };
  const guessElsewhere = () => guess(4, (count) => `10.0.5.${count}`);
  const known = () => data.database.selectFrom('portal_known_network').selectAll().execute();

  beforeEach(async () => {
    await setPasswordHash(data.database, 'Ada', cheapHash(password));
    await tryAs('Ada', password, home);
    await setPasswordHash(data.database, 'Ada', cheapHash(password));
  });

  it('is not blocked by attempts elsewhere, which block all others', async () => {
    await guessElsewhere();
    expect(await tryAs('Ada', password, '10.0.4.2')).toMatchObject({ refused: 'wait' });
    expect(await tryAs('ada ', password, home)).toMatchObject({ username: 'Ada' });
  });

  it('is known for this account only', async () => {
    for (let count = 0; count < 4; count++) await tryAs('long', 'wrong', `10.0.5.${count}`);
    expect(await tryAs('long', longPassword, home)).toMatchObject({ refused: 'wait' });
  });

  it('has a limit of its own, which a new password ends', async () => {
    for (let round = 0; round < 2; round++) {
      await guess(2, () => home);
      clock.advance(minute);
    }
    expect(await tryAs('Ada', password, home)).toMatchObject({ refused: 'wait' });
    await unblockAccount(context, 'ADA');
    expect(await tryAs('Ada', password, home)).toMatchObject({ username: 'Ada' });
  });

  it('is known for 30 days after the last sign-in, and then deleted', async () => {
    clock.advance(20 * day);
    await tryAs('Ada', password, home);
    clock.advance(29 * day);
    await guessElsewhere();
    expect(await tryAs('Ada', password, home)).toMatchObject({ username: 'Ada' });
    await setPasswordHash(data.database, 'Ada', cheapHash(password));
    clock.advance(31 * day);
    await guessElsewhere();
    expect(await tryAs('Ada', password, home)).toMatchObject({ refused: 'wait' });
    await forgetKnownNetworks(data.database, clock.now());
    expect(await known()).toEqual([]);
  });

  it('is stored as a hash, with the newest fifty of the account, until it is deleted', async () => {
    await data.addUser('short-lived');
    for (let count = 0; count < 53; count++) {
      clock.advance(minute);
      await noteKnownNetwork(data.database, 'short-lived', `10.0.6.${count}`, clock.now());
    }
    const rows = (await known()).filter(({ username }) => username === 'short-lived');
    expect(rows).toHaveLength(50);
    expect(Math.min(...rows.map((row) => row.signed_in_at))).toBe(clock.now() - 49 * minute);
    expect(JSON.stringify(rows)).not.toContain('10.0.6');
    await data.database.deleteFrom('portal_group').where('owner', '=', 'short-lived').execute();
    await data.database.deleteFrom('portal_user').where('username', '=', 'short-lived').execute();
    expect((await known()).map(({ username }) => username)).toEqual(['Ada']);
  });
});

describe('too many failed attempts from one network, with any names', () => {
  beforeEach(() => setPasswordHash(data.database, 'Ada', cheapHash(password)));
  const spray = async (times: number, address: (name: number) => string) => {
    for (let name = 0; name < times; name++) await tryAs(`made-up-${name}`, 'wrong', address(name));
  };

  it('block it for an hour, with the right password too, and no other network', async () => {
    await spray(6, () => '10.0.3.1');
    expect(await tryAs('Ada', password, '10.0.3.1')).toEqual({ refused: 'wait', seconds: 3600 });
    expect(await tryAs('made-up-9', password, '10.0.3.1')).toEqual({ refused: 'wait', seconds: 3600 });
    expect(await tryAs('Ada', password, '10.0.3.2')).toMatchObject({ username: 'Ada' });
    clock.advance(60 * minute);
    expect(await tryAs('Ada', password, '10.0.3.1')).toMatchObject({ username: 'Ada' });
  });

  it('block neither a browser in which the user has signed in before, nor count what it mistypes', async () => {
    const known = { username: 'Ada', address: '10.0.3.1', knownBrowser: 'browser' };
    for (let count = 0; count < 2; count++) await authenticate(context, { ...known, password: 'wrong' });
    await spray(5, () => '10.0.3.1');
    clock.advance(minute);
    expect(await tryAs('Ada', password, '10.0.3.1')).toMatchObject({ username: 'Ada' });
    await spray(6, () => '10.0.3.1');
    expect(await authenticate(context, { ...known, password })).toMatchObject({ username: 'Ada' });
  });

  it('do not include successes, nor attempts that were not checked', async () => {
    for (let count = 0; count < 8; count++) await tryAs('Ada', password, '10.0.3.1');
    for (let count = 0; count < 8; count++) await tryAs('long', 'wrong', '10.0.3.1');
    expect(await tryAs('Ada', password, '10.0.3.1')).toMatchObject({ username: 'Ada' });
  });

  it('are counted for the wider networks of IPv6, which have several subscribers', async () => {
    const networkTries = createSharedTryLimiter(data.database, {
      name: 'network',
      tries: 2,
      windowMs: 60 * minute,
      now: clock.now,
    });
    context = { ...context, networkTries };
    // A /56 has four times the attempts of a /64.
    await spray(8, (name) => `2001:db8:3:${name}::1`);
    expect(await tryAs('Ada', password, '2001:db8:3:ff::1')).toMatchObject({ refused: 'wait' });
    expect(await tryAs('Ada', password, '2001:db8:3:100::1')).toMatchObject({ username: 'Ada' });
  });

  it('do not block everyone behind a proxy on this computer', async () => {
    await spray(7, () => '127.0.0.1');
    expect(await tryAs('Ada', password, '127.0.0.1')).toMatchObject({ username: 'Ada' });
  });
});

it('counts the addresses of one IPv6 network together', async () => {
  for (const last of ['1', '2']) await tryAs('Ada', 'wrong', `2001:db8:1:2::${last}`);
  expect(await tryAs('Ada', password, '2001:db8:1:2:ffff::3')).toMatchObject({ refused: 'wait' });
  expect(await tryAs('Ada', password, '2001:db8:1:3::3')).toMatchObject({ username: 'Ada' });
});
