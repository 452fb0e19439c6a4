import { SMTPServer } from 'smtp-server';
import { readSmtpUrl, type SmtpSettings } from '../../server/platform/mail/smtp-settings.ts';
import { freePort } from '../rig/free-port.ts';

/** A message as it arrived. */
export interface Arrived {
  from: string;
  to: string[];
  /** Headers by lower-case name, unfolded, with words in MIME encodings decoded. */
  headers: Record<string, string>;
  text: string;
  html: string;
  /** The whole message. */
  raw: string;
}

export interface TestMailServer {
  smtp: SmtpSettings;
  arrived: Arrived[];
  /** Refuses messages with this response, such as `[451, 'Later']`; null: accepts them. */
  refuse: readonly [code: number, text: string] | null;
  stop(): Promise<void>;
}

/** A mail server that stores messages, on a free port or this one. */
export async function startMailServer(at?: number): Promise<TestMailServer> {
  const port = at ?? (await freePort());
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo(_address, _session, done) {
      if (!test.refuse) return done();
      const [responseCode, text] = test.refuse;
      done(Object.assign(new Error(text), { responseCode }));
    },
    onData(stream, session, done) {
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom === false ? '' : mailFrom.address;
      const to = rcptTo.map(({ address }) => address);
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const raw = Buffer.concat(chunks).toString('utf8');
        test.arrived.push({ from, to, ...parse(raw), raw });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const settings = readSmtpUrl(`smtp://127.0.0.1:${port}`);
  if (!settings) throw new Error('The address of the mail server is not read.');
  const test: TestMailServer = {
    smtp: { ...settings, from: { name: 'City maps', address: 'maps@city.example' } },
    arrived: [],
    refuse: null,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return test;
}

/** A multipart/alternative message of a text and HTML. */
function parse(raw: string): Pick<Arrived, 'headers' | 'text' | 'html'> {
  const [head = '', body = ''] = split(raw);
  const headers = headersOf(head);
  const boundary = /boundary="([^"]+)"/.exec(headers['content-type'] ?? '')?.[1] ?? '';
  const parts = body.split(`--${boundary}`).map((part) => {
    const [partHead = '', content = ''] = split(part.replace(/^\r\n/, ''));
    const of = headersOf(partHead);
    return { type: of['content-type'] ?? '', content: decode(content, of['content-transfer-encoding']) };
  });
  const named = (type: string) => parts.find((part) => part.type.startsWith(type))?.content ?? '';
  return { headers, text: named('text/plain'), html: named('text/html') };
}

function split(text: string): [string, string] {
  const at = text.indexOf('\r\n\r\n');
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 4)];
}

function headersOf(head: string): Record<string, string> {
  const lines = head.replaceAll(/\r\n[ \t]+/g, ' ').split('\r\n');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at).toLowerCase(), decodeWords(line.slice(at + 1).trim())];
    }),
  );
}

function decodeWords(text: string): string {
  return text
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_all, kind: string, content: string) =>
      kind.toLowerCase() === 'b'
        ? Buffer.from(content, 'base64').toString()
        : quoted(content.replaceAll('_', ' ')),
    );
}

function decode(content: string, encoding = ''): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(content, 'base64').toString();
  const lines =
    encoding.toLowerCase() === 'quoted-printable' ? quoted(content.replaceAll('=\r\n', '')) : content;
  return lines.replaceAll('\r\n', '\n').trim();
}

function quoted(text: string): string {
  const bytes = text.replaceAll(/=([0-9A-F]{2})/gi, (_all, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Buffer.from(bytes, 'latin1').toString();
}

/** The link in a message. */
export function linkIn(message: Arrived | undefined): string {
  return /https?:\S+\/oauth2\/newPassword\?\S+/.exec(message?.text ?? '')?.[0] ?? '';
}

/** The code in a message. */
export function codeIn(message: Arrived | undefined): string {
  return /^[2-9A-Z]{8}$/m.exec(message?.text ?? '')?.[0] ?? '';
}
