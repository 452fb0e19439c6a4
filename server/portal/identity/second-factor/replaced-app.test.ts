import { randomBytes } from 'node:crypto';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { interrupted } from '../../../../testing/rig/interrupted-database.ts';
import { createPortalData, type PortalData } from '../../../../testing/rig/portal-data.ts';
import { createVault, type Vault } from '../../../platform/safety/vault.ts';
import type { PortalContext } from '../../operation.ts';
import { checkCode, ownerOf } from './check-code.ts';
import { newSecret } from './codes.ts';
import { findSecret, markSecondFactor, saveSecret } from './second-factor-store.ts';

const [key, newerKey] = [randomBytes(32).toString('base64'), randomBytes(32).toString('base64')];
const before = createVault(key);
/** After a rotation of SECRETS_KEY. */
const after = createVault(`${newerKey},${key}`);
const [old, replacement] = [newSecret(), newSecret()];
let data: PortalData;

beforeAll(async () => {
  data = await createPortalData();
  await data.addUser('ada');
});
afterAll(() => data.stop());
beforeEach(async () => {
  await store(before, old, 1);
  await markSecondFactor(data.database, 'ada', 1);
});

async function store(vault: Vault, secret: string, lastStep: number): Promise<void> {
  await saveSecret(data.database, 'ada', vault.seal(secret, ownerOf('ada')));
  await data.database.updateTable('portal_second_factor').set({ last_step: lastStep }).execute();
}

async function stored() {
  const sealed = await findSecret(data.database, 'ada', 'any');
  const { last_step: lastStep } = await data.database
    .selectFrom('portal_second_factor')
    .select('last_step')
    .executeTakeFirstOrThrow();
  return { secret: sealed && after.open(sealed, ownerOf('ada')), keyId: sealed?.keyId, lastStep };
}

/** Checks a code of the old app, while `act` happens. */
function check(vault: Vault, act: () => Promise<void>) {
  const context: PortalContext = { ...data.context, vault, database: interrupted(data.database, act) };
  const code = new TOTP({ secret: old }).generate({ timestamp: data.clock.now() });
  return checkCode(context, { username: 'ada' }, code);
}

describe('a code of an app that is replaced while it is checked', () => {
  it.each([
    ['sealed by the key in use', before],
    ['sealed by an earlier key', after],
  ])('is wrong, and changes nothing of the new app: %s', async (_how, vault) => {
    const replace = () => store(vault, replacement, 0);
    expect(await check(vault, replace)).toEqual({ refused: 'wrong' });
    expect(await stored()).toMatchObject({ secret: replacement, lastStep: 0 });
  });
});

it('a code is right, although another request seals the secret by the newer key meanwhile', async () => {
  expect(await check(after, () => store(after, old, 1))).toEqual({ right: 'app' });
  expect(await stored()).toMatchObject({ secret: old, keyId: after.seal('', '').keyId });
});
