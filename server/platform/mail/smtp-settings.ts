/** How the server sends mail (`SMTP_URL`, `SMTP_FROM`). */
export interface SmtpSettings {
  host: string;
  port: number;
  /** TLS from the first byte (`smtps:`); otherwise by STARTTLS, if the server offers it. */
  secure: boolean;
  /** Whether a connection without TLS is refused: a password must not cross the network unencrypted. */
  requiresTls: boolean;
  login: { user: string; pass: string } | undefined;
  /** The sender of every message. */
  from: MailAddress;
}

export interface MailAddress {
  name: string;
  address: string;
}

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** The server of `smtp://user:password@host:port`; undefined when it is not such an address. */
export function readSmtpUrl(text: string): Omit<SmtpSettings, 'from'> | undefined {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, port, username, password, pathname, search, hash } = new URL(text);
  const secure = protocol === 'smtps:';
  if (!secure && protocol !== 'smtp:') return undefined;
  if (hostname === '' || !/^\/?$/.test(pathname) || search !== '' || hash !== '') return undefined;
  if ((username === '') !== (password === '') || port === '0') return undefined;
  const login = username === '' ? undefined : decoded(username, password);
  if (login === null) return undefined;
  return {
    host: hostname.replaceAll(/^\[|\]$/g, ''),
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requiresTls: !secure && login !== undefined && !loopback.test(hostname),
    login,
  };
}

function decoded(user: string, pass: string): SmtpSettings['login'] | null {
  try {
    return { user: decodeURIComponent(user), pass: decodeURIComponent(pass) };
  } catch {
    return null;
  }
}

/** `maps@city.example`, or `City maps <maps@city.example>`; undefined when it is neither. */
export function readSender(text: string): MailAddress | undefined {
  const [, name = '', inBrackets] = /^([^<>"\p{Cc}]*)<([^<>]+)>$/u.exec(text.trim()) ?? [];
  const address = (inBrackets ?? text).trim();
  return isMailAddress(address) ? { name: name.trim(), address } : undefined;
}

/** Whether a text is one address that every mail server can read: no list, no comment, no second header. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[a-z\d-]+(\.[a-z\d-]+)*$/i.test(text);
}
