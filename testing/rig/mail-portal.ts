import { randomBytes } from 'node:crypto';
import { createPortalContext } from '../../server/portal/portal-context.ts';
import { sendDueMail } from '../../server/portal/mail/send-queue.ts';
import { type Arrived, codeIn, startMailServer } from '../fakes/mail-server.ts';
import { createClock } from './clock.ts';
import { createOAuthClient } from './oauth-client.ts';
import { createPortalClient } from './portal-client.ts';
import { startTestServer } from './start-server.ts';
import { parsePage } from './sign-in-page.ts';

/** A portal that sends mail, with the mail server, and a browser for its pages. */
export async function startMailPortal() {
  const mail = await startMailServer();
  const clock = createClock();
  const lines: string[] = [];
  const server = await startTestServer({
    now: clock.now,
    smtp: mail.smtp,
    trustProxy: 'loopback',
    secretsKey: randomBytes(32).toString('base64'),
    logLevel: 'trace',
    logStream: { write: (line) => void lines.push(line) },
  });
  const portal = await createPortalClient(server);
  const oauth = createOAuthClient(portal);
  /** Another process of the installation. */
  const process = createPortalContext({
    database: server.database,
    publicUrl: server.url,
    now: clock.now,
    smtp: mail.smtp,
  });

  /** Sends what is due, until nothing is; the server's own queue does the same. @returns what has arrived since */
  async function delivered(): Promise<Arrived[]> {
    if (!process.mail) throw new Error('The portal sends no mail.');
    for (;;) {
      const { due } = await server.database
        .selectFrom('mail_message')
        .select((eb) => eb.fn.countAll<number>().as('due'))
        .where('sent_at', 'is', null)
        .where((eb) => eb.or([eb('next_at', '<=', clock.now()), eb('problem', '=', '')]))
        .where('expires_at', '>', clock.now())
        .executeTakeFirstOrThrow();
      if (due === 0) return mail.arrived.splice(0);
      await sendDueMail(process, process.mail, { onFailure: () => {} });
    }
  }

  let network = 0;
  /** An address of its own for each call, so that limits by address do not answer instead. */
  const elsewhere = () => {
    network += 1;
    return { 'x-forwarded-for': `10.1.${(network >> 8) & 255}.${network & 255}` };
  };

  /** Opens a page and submits its form, as a browser. */
  async function submit(
    address: string,
    fields: Record<string, string>,
    headers: Record<string, string> = elsewhere(),
  ): Promise<{ status: number; text: string; page: Document; headers: Headers }> {
    const opened = await fetch(address, { headers });
    const form = parsePage(await opened.text(), address).document.querySelector('form');
    const cookie = opened.headers.get('set-cookie')?.split(';')[0] ?? '';
    const hidden = [...(form?.querySelectorAll<HTMLInputElement>('input[type=hidden]') ?? [])];
    const response = await fetch(address, {
      method: 'POST',
      redirect: 'manual',
      headers: { ...headers, cookie },
      body: new URLSearchParams({
        ...Object.fromEntries(hidden.map(({ name, value }) => [name, value])),
        ...fields,
      }),
    });
    const page = parsePage(await response.text(), address).document;
    const text = page.querySelector('main')?.textContent?.replaceAll(/\s+/g, ' ').trim() ?? '';
    return { status: response.status, text, page, headers: response.headers };
  }

  /** Asks for a link to choose a new password. */
  const forget = (account: string, headers?: Record<string, string>) =>
    submit(`${portal.root}/oauth2/forgottenPassword`, { account }, headers);

  /** Saves a password on the page of a link. */
  const choose = (link: string, password: string) =>
    submit(link.split('#')[0] ?? '', { link: link.split('#')[1] ?? '', password });

  /** Gives a user an address and confirms it by the code that is sent there. */
  async function confirm(username: string, email: string): Promise<void> {
    const token = await portal.token(username);
    await portal.call(`/community/users/${username}/update`, { token, email });
    await portal.call(`/community/users/${username}/email/sendCode`, { token });
    const [message] = (await delivered()).filter(({ to }) => to.includes(email));
    const code = codeIn(message);
    const answer = await portal.call(`/community/users/${username}/email/confirm`, { token, code });
    if (!answer['success']) throw new Error(JSON.stringify(answer));
    await delivered();
  }

  return {
    mail,
    clock,
    server,
    portal,
    oauth,
    process,
    lines,
    delivered,
    elsewhere,
    submit,
    forget,
    choose,
    confirm,
    async stop() {
      await server.stop();
      await mail.stop();
    },
  };
}
