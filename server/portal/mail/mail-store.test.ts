import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPortalData, type PortalData } from '../../../testing/rig/portal-data.ts';
import { limits } from '../../limits.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import { claimMail, queueForgotten, queueMail } from './mail-store.ts';
import { sendDueMail } from './send-queue.ts';

let data: PortalData;
let now: number;

beforeAll(async () => {
  data = await createPortalData();
  now = data.clock.now();
  await data.addUser('ada', { email: 'ada@city.example' });
  await data.database.updateTable('portal_user').set({ email_confirmed_at: now }).execute();
});
afterAll(() => data.stop());
beforeEach(async () => {
  await data.database.deleteFrom('mail_message').execute();
});

const nonsense = (count: number, at: number) =>
  sql`insert into mail_message (kind, data, created_at, next_at, expires_at)
    select 'forgotten', jsonb_build_object('typed', 'nobody ' || n, 'orgId', null), ${at}::bigint, ${at}::bigint,
      ${now + 1_800_000}::bigint from generate_series(1, ${count}::int) n`.execute(data.database);

const links = (count: number, sentAt: number | null) =>
  sql`insert into mail_message (kind, username, recipient, data, created_at, next_at, expires_at, sent_at)
    select 'password', 'ada', 'ada@city.example', '{}', ${now - 7_200_000}::bigint, ${now - 1}::bigint,
      ${now + 1_800_000}::bigint, ${sentAt}::bigint from generate_series(1, ${count}::int)`.execute(
    data.database,
  );

async function countOf(kind: 'forgotten' | 'password' | 'notice' | 'code'): Promise<number> {
  const rows = await data.database.selectFrom('mail_message').select('id').where('kind', '=', kind).execute();
  return rows.length;
}

const queue = (kind: 'notice' | 'code' | 'password') =>
  queueMail(data.database, { kind, username: 'ada', to: 'ada@city.example' }, now);

describe('requests for a new password', () => {
  it('have a part of the queue, which leaves room for notices and codes', async () => {
    await nonsense(limits.waitingForgottenMails, now);
    await queueForgotten(data.database, { typed: 'nobody', orgId: null }, now);
    expect(await countOf('forgotten')).toBe(limits.waitingForgottenMails);
    expect([await queue('password'), await queue('notice'), await queue('code')]).toEqual([
      false,
      true,
      true,
    ]);
  });

  it('become links also while their part is full', async () => {
    await queueForgotten(data.database, { typed: 'ada', orgId: null }, now - 1);
    await nonsense(limits.waitingForgottenMails - 1, now);
    const mailer = { send: async () => {} } as unknown as Mailer;
    await sendDueMail(data.context, mailer, {
      onFailure: (error) => expect(error).toBe(''),
    });
    expect(await countOf('password')).toBe(1);
  });

  it('do not delay codes', async () => {
    await nonsense(100, now - 1000);
    await queue('code');
    expect((await claimMail(data.database, now)).map(({ kind }) => kind)).toContain('code');
  });

  it('use a part of the messages of an hour, and are searched for when it is used up', async () => {
    await links(limits.forgottenMailsPerHour, now - 1000);
    await links(3, null);
    await nonsense(1, now);
    await queue('code');
    expect((await claimMail(data.database, now)).map(({ kind }) => kind).toSorted()).toEqual([
      'code',
      'forgotten',
    ]);
  });
});

it('sends no more messages of all kinds in an hour than the limit', async () => {
  await links(limits.mailsPerHour - 1, now - 1000);
  await queue('code');
  await queue('notice');
  expect(await claimMail(data.database, now)).toHaveLength(1);
  expect(await claimMail(data.database, now + 3_600_000)).not.toHaveLength(0);
});
