import { inspect } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendDueMail } from '../../server/portal/mail/send-queue.ts';
import { recordPortalAct } from '../../server/portal/record-portal-act.ts';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import { minute } from '../rig/clock.ts';
import { codeIn } from '../fakes/mail-server.ts';
import { startMailPortal } from '../rig/mail-portal.ts';

let rig: Awaited<ReturnType<typeof startMailPortal>>;

beforeAll(async () => {
  rig = await startMailPortal();
  await rig.portal.addUser('ada', { role: 'org_admin', email: 'ada@city.example' });
  for (const name of ['grace', 'otto', 'nele']) await rig.portal.addUser(name);
  await rig.confirm('grace', 'grace@city.example');
});
afterAll(() => rig.stop());
beforeEach(async () => {
  rig.mail.refuse = null;
  rig.clock.advance(61 * minute);
  await rig.delivered();
});

const own = async (username: string, path: string, parameters: Record<string, string> = {}) =>
  rig.portal.call(`/community/users/${username}${path}`, {
    token: await rig.portal.token(username),
    ...parameters,
  });
const subjects = async () => (await rig.delivered()).map(({ headers }) => headers['subject']);
/** A changed credential of a user. */
const change = (username: string) =>
  recordPortalAct(
    rig.server.database,
    username,
    { act: 'person.passkey-added', subject: username },
    rig.clock.now(),
  );

describe('notices', () => {
  it('of a sign-in with a new browser reach the confirmed address, as text and as HTML', async () => {
    await rig.oauth.openSession({ username: 'grace' });
    const [message, ...others] = await rig.delivered();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ from: 'maps@city.example', to: ['grace@city.example'] });
    expect(message?.headers).toMatchObject({
      subject: 'New sign-in – Mapping',
      'auto-submitted': 'auto-generated',
    });
    for (const form of [message?.text, message?.html]) {
      expect(form).toContain('Hello grace Example,');
      expect(form).toContain('City map');
      expect(form).toContain('127.0.0.1');
    }
  });

  it('of a changed address go to the old one, and nothing goes to the new one until it is confirmed', async () => {
    await own('grace', '/update', { email: 'new@city.example' });
    expect((await rig.delivered()).map(({ to, headers }) => [to, headers['subject']])).toEqual([
      [['grace@city.example'], 'Email address changed – Mapping'],
    ]);
    await change('grace');
    expect(await rig.delivered()).toEqual([]);
    await rig.confirm('grace', 'grace@city.example');
    await change('grace');
    expect(await subjects()).toEqual(['Passkey added – Mapping']);
  });

  it('are in the language of the profile where it is translated', async () => {
    await own('grace', '/update', { culture: 'nl-BE' });
    await change('grace');
    const [message] = await rig.delivered();
    expect(message?.text).toContain('Hallo grace Example,');
    expect(message?.html).toContain('<html lang="nl" dir="ltr">');
    expect(message?.headers['subject']).toBe('Toegangssleutel toegevoegd – Mapping');
    await own('grace', '/update', { culture: 'xx' });
    await change('grace');
    expect((await rig.delivered())[0]?.text).toContain('Hello');
  });

  it('are limited per person and hour', async () => {
    for (let count = 0; count < 25; count += 1) await change('grace');
    expect(await rig.delivered()).toHaveLength(20);
    rig.clock.advance(61 * minute);
    await change('grace');
    expect(await rig.delivered()).toHaveLength(1);
  });
});

describe('names and texts of others', () => {
  it('add no header, no recipient and no markup', async () => {
    const fullName = 'Grace\r\nBcc: eve@evil.example\r\n\r\n<img src=x onerror=alert(1)>';
    await rig.server.database
      .updateTable('portal_user')
      .set({ full_name: fullName })
      .where('username', '=', 'grace')
      .execute();
    const token = await rig.portal.token('ada');
    const name = 'City\r\nBcc: eve@evil.example';
    await rig.portal.call('/portals/self/update', { token, name });
    rig.process.organisations.forget();
    await change('grace');
    const [message, ...others] = await rig.delivered();
    expect(others).toEqual([]);
    expect(message?.to).toEqual(['grace@city.example']);
    expect(message?.headers).not.toHaveProperty('bcc');
    expect(message?.headers['subject']).toBe('Passkey added – City Bcc: eve@evil.example');
    expect(message?.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(message?.html).not.toContain('<img');
    await rig.portal.call('/portals/self/update', { token, name: 'Mapping' });
    rig.process.organisations.forget();
  });

  it.each([
    'a@b.example, eve@evil.example',
    'a@b.example\r\nBcc: eve@evil.example',
    '<eve@evil.example>',
    'x',
  ])('are not an address: %j', async (email) => {
    await own('otto', '/update', { email });
    expect((await own('otto', '/email/sendCode')).error.faults[0].code).toBe('no-mail-address');
    expect(await rig.delivered()).toEqual([]);
  });
});

describe('a code that confirms an address', () => {
  it('works for its user and address only, once, and for 30 minutes', async () => {
    await own('otto', '/update', { email: 'otto@city.example' });
    await own('nele', '/update', { email: 'otto@city.example' });
    const send = async () => {
      await own('otto', '/email/sendCode');
      return codeIn((await rig.delivered())[0]);
    };
    const code = await send();
    expect(code).toHaveLength(8);
    const wrong = { error: { code: 400, faults: [{ code: 'wrong-mailed-code' }] } };
    expect(await own('nele', '/email/confirm', { code })).toMatchObject(wrong);
    const token = await rig.portal.token('ada');
    const asAdministrator = { token, code };
    expect((await rig.portal.call('/community/users/otto/email/confirm', asAdministrator)).error.code).toBe(
      403,
    );
    await own('otto', '/update', { email: 'other@city.example' });
    expect(await own('otto', '/email/confirm', { code })).toMatchObject(wrong);
    await own('otto', '/update', { email: 'otto@city.example' });
    expect(await own('otto', '/email/confirm', { code })).toMatchObject(wrong);
    const late = await send();
    rig.clock.advance(30 * minute);
    expect(await own('otto', '/email/confirm', { code: late })).toMatchObject(wrong);
    const next = await send();
    const typed = `${next.slice(0, 4)} ${next.slice(4).toLowerCase()}`;
    expect((await own('otto', '')).emailStatus).toBe('notverified');
    expect(await own('otto', '/email/confirm', { code: typed })).toEqual({ success: true });
    expect((await own('otto', '')).emailStatus).toBe('verified');
    expect(await own('otto', '/email/confirm', { code: next })).toMatchObject(wrong);
  });

  it('cannot be guessed, nor requested without end', async () => {
    await own('nele', '/update', { email: 'nele@city.example' });
    // At the same time: each counts those before it.
    const token = await rig.portal.token('nele');
    const requested = await Promise.all(
      Array.from({ length: 12 }, () => rig.portal.call('/community/users/nele/email/sendCode', { token })),
    );
    const [sent, refused] = [
      requested.filter(({ success }) => success),
      requested.filter(({ error }) => error),
    ];
    expect([sent.length, refused.map(({ error }) => error.code)]).toEqual([5, Array(7).fill(429)]);
    expect(await rig.delivered()).toHaveLength(5);
    const answers: number[] = [];
    for (let count = 0; count < 11; count += 1)
      answers.push((await own('nele', '/email/confirm', { code: 'GUESSED2' })).error.code);
    expect([answers.slice(0, 10).every((code) => code === 400), answers.at(-1)]).toEqual([true, 429]);
  });
});

describe('the queue', () => {
  it('tries again later, survives a restart, and sends once with several processes', async () => {
    rig.mail.refuse = [451, 'Try again later'];
    await change('grace');
    expect(await rig.delivered()).toEqual([]);
    const token = await rig.portal.token('ada');
    expect((await rig.portal.call('/portals/self/mail', { token })).mail).toMatchObject({
      from: 'maps@city.example',
      waiting: 1,
      problem: 'message refused (451)',
    });
    rig.mail.refuse = null;
    rig.clock.advance(29_000);
    expect(await rig.delivered()).toEqual([]);
    rig.clock.advance(1000);
    const { database } = rig.server;
    const processes = Array.from({ length: 4 }, () =>
      createPortalContext({ database, publicUrl: rig.server.url, now: rig.clock.now, smtp: rig.mail.smtp }),
    );
    await Promise.all(
      processes.map((each) =>
        sendDueMail(each, each.mail!, { onFailure: (error) => expect(error).toBe('') }),
      ),
    );
    expect(await subjects()).toEqual(['Passkey added – Mapping']);
    expect((await rig.portal.call('/portals/self/mail', { token })).mail).toMatchObject({ waiting: 0 });
  });

  it('sends again what a killed process had claimed, and gives up what is refused for good or too old', async () => {
    await change('grace');
    await rig.server.database
      .updateTable('mail_message')
      .set({ next_at: rig.clock.now() + 120_000, tries: 1, problem: 'killed' })
      .where('sent_at', 'is', null)
      .execute();
    expect(await rig.delivered()).toEqual([]);
    rig.clock.advance(120_000);
    expect(await subjects()).toHaveLength(1);
    rig.mail.refuse = [550, 'No such mailbox'];
    await change('grace');
    await rig.delivered();
    rig.mail.refuse = [451, 'Later'];
    await change('grace');
    await rig.delivered();
    rig.mail.refuse = null;
    rig.clock.advance(25 * 60 * minute);
    expect(await rig.delivered()).toEqual([]);
    await sendDueMail(rig.process, rig.process.mail!, { onFailure: () => {} });
    const rows = await rig.server.database.selectFrom('mail_message').selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('reports failures without addresses of people, which the server repeats', async () => {
    rig.mail.refuse = [
      550,
      'No otto@city.example, <Otto@CITY.example> or <otto>... for o.maier@mail.example',
    ];
    await own('otto', '/email/sendCode');
    const failures: unknown[] = [];
    await sendDueMail(rig.process, rig.process.mail!, { onFailure: (error) => failures.push(error) });
    const reported = inspect(failures, { depth: 5 });
    expect(reported).toContain('550 No (address), <(address)> or <(address)>... for (address)');
    expect(reported).not.toMatch(/\botto\b|maier/i);
  });

  it('holds no secret', async () => {
    await rig.forget('grace');
    rig.mail.refuse = [451, 'Later'];
    await own('otto', '/email/sendCode');
    await rig.delivered();
    const rows = await rig.server.database.selectFrom('mail_message').selectAll().execute();
    expect(rows.map(({ kind, data }) => [kind, data]).toSorted()).toEqual([
      ['code', {}],
      ['password', {}],
    ]);
  });
});

describe('an administrator', () => {
  it('sends a test message to the own address once it is confirmed, and learns why it failed', async () => {
    const token = await rig.portal.token('ada');
    // Otherwise it would reach anyone whose address the administrator writes into the own profile.
    const early = await rig.portal.call('/portals/self/mail/test', { token });
    expect(early.error.faults[0].code).toBe('unconfirmed-mail-address');
    expect(await rig.delivered()).toEqual([]);
    await rig.confirm('ada', 'ada@city.example');
    expect(await rig.portal.call('/portals/self/mail/test', { token })).toEqual({
      success: true,
      to: 'ada@city.example',
    });
    expect(await subjects()).toEqual(['Test message']);
    rig.mail.refuse = [554, 'Relay access denied by mx1.internal'];
    const { error } = await rig.portal.call('/portals/self/mail/test', { token });
    expect(error.faults[0]).toMatchObject({
      code: 'mail-failed',
      values: { reason: 'message refused (554)' },
    });
    expect(JSON.stringify(error)).not.toContain('internal');
    expect(rig.lines.join('')).toContain('mx1.internal');
    const member = await rig.portal.token('grace');
    for (const path of ['/portals/self/mail', '/portals/self/mail/test'])
      expect((await rig.portal.call(path, { token: member })).error.code).toBe(403);
  });
});
