import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fakePortalCall } from '../../../../testing/fakes/portal-call.ts';
import { createPortalData, memberCaller, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { createVault } from '../../../platform/safety/vault.ts';
import type { PortalContext } from '../../operation.ts';
import { hashOf } from '../random-token.ts';
import { issueAccessToken } from '../sessions.ts';
import { checkCode, ownerOf } from './check-code.ts';
import { newSecret } from './codes.ts';
import { enableSecondFactor } from './operations.ts';
import { hasAuthenticatorApp, markSecondFactor, saveSecret } from './second-factor-store.ts';

/** An app whose first code was right, but that could not be turned on: perhaps its request was cancelled on purpose. */
let data: PortalData;
let context: PortalContext;
let code: () => string;
let enable: () => Promise<unknown>;

beforeAll(async () => {
  data = await createPortalData();
  context = { ...data.context, vault: createVault(randomBytes(32).toString('base64')) };
  await data.addUser('ada');
});
afterAll(() => data.stop());
beforeEach(async () => {
  const secret = newSecret();
  code = () => new TOTP({ secret }).generate({ timestamp: data.clock.now() });
  await markSecondFactor(data.database, 'ada', null);
  await saveSecret(data.database, 'ada', context.vault!.seal(secret, ownerOf('ada')));
  await data.database.deleteFrom('portal_token').execute();
  const holder = { username: 'ada', clientId: null, sessionId: 'session' };
  const { token } = await issueAccessToken(data.database, holder, { now: data.clock.now() });
  const caller = memberCaller('ada', { tokenHash: hashOf(token) });
  enable = () => {
    const given = {
      context,
      caller,
      path: { user: 'ada' },
      method: 'POST',
      parameters: { code: code() },
    } as const;
    return enableSecondFactor(fakePortalCall(given).call);
  };
});

/** The request fails in the transaction that turns the app on. */
async function failToEnable(): Promise<void> {
  await sql`create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'cancelled'; end $$`.execute(data.database);
  await sql`create trigger refuse before insert on portal_recovery_code execute function refuse()`.execute(
    data.database,
  );
  try {
    await expect(enable()).rejects.toThrow('cancelled');
  } finally {
    await sql`drop trigger refuse on portal_recovery_code`.execute(data.database);
    await sql`drop function refuse`.execute(data.database);
  }
}

describe('an authenticator app that was not turned on', () => {
  it('is none, also when another factor is added later, and signs nobody in', async () => {
    await failToEnable();
    await markSecondFactor(data.database, 'ada', data.clock.now());
    expect(await hasAuthenticatorApp(data.database, 'ada')).toBe(false);
    expect(await checkCode(context, { username: 'ada' }, code())).toEqual({ refused: 'wrong' });
  });

  it('can be turned on with the same code', async () => {
    await failToEnable();
    expect(await enable()).toMatchObject({ recoveryCodes: { length: 10 } });
    expect(await hasAuthenticatorApp(data.database, 'ada')).toBe(true);
  });
});

it('no code signs in where signing in asks for none', async () => {
  await enable();
  data.clock.advance(60_000);
  await markSecondFactor(data.database, 'ada', null);
  expect(await checkCode(context, { username: 'ada' }, code())).toEqual({ refused: 'wrong' });
});
