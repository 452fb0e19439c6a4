import { z } from 'zod';
import { MappingError } from '../../../wire/errors.ts';
import { limits } from '../../../server/limits.ts';
import type { ProofOfIdentity } from '../../../server/platform/membership/prove-identity.ts';
import { inShareOfFirst, SharedWork } from '../../../server/platform/budgets/shared-work.ts';
import { withoutPlaces } from '../../../server/platform/database/current-work.ts';
import { safeFetch, type AllowedPrivateHosts } from '../../../server/platform/safety/safe-fetch.ts';

const answerSchema = z.object({
  /** 0 ok, 1 error, 2 the token has expired, 3 wrong name or password. */
  Status: z.number().int(),
  Value: z.unknown(),
  Message: z.string().nullish(),
});

export interface CityworksLogin {
  /** Root of the site. */
  server: string;
  username: string;
  password: string;
  /**
   * Instead of the password: tokens that prove the member's identity to this server, and the member's key
   * here.
   */
  gis?: { key: string; prove: () => Promise<ProofOfIdentity> };
  allowedPrivateHosts: AllowedPrivateHosts;
  /** Timeout of each response. */
  milliseconds?: number;
}

/** Calls a service of Cityworks. Signs in when necessary, and again when the token has expired. */
export interface CityworksSession {
  call(service: string, data: object): Promise<unknown>;
  /**
   * WKID of the site's coordinates, as the preferences of its user state it. Read once after each sign-in.
   * @throws MappingError `cityworks:projection` (502) when the site does not state it
   */
  spatialReference(): Promise<number>;
}

interface SignedIn {
  token: string;
  /** Undefined until it has been read. */
  wkid?: number;
}

/** Tokens by site and user. They exist in this process only: never in the database, a log or a browser. */
const signedIn = new Map<string, SignedIn>();
const tokensAtMost = 1000;
/** Calls that need a token together sign in once, until the last of their callers has left. */
const signingIn = new SharedWork<string>();

/** @throws MappingError (from calls) `cityworks:*` with a message for users, `integration:unreachable` */
export function cityworksSession(login: CityworksLogin): CityworksSession {
  const { server, username, gis } = login;
  const key = `${server} ${username} ${gis?.key ?? login.password}`;
  const getToken = async () => {
    const given = await signIn(login);
    if (signedIn.size >= tokensAtMost) signedIn.delete(signedIn.keys().next().value ?? '');
    signedIn.set(key, { token: given });
    return given;
  };
  const token = async () =>
    signedIn.get(key)?.token ?? withoutPlaces(() => signingIn.join(key, inShareOfFirst(getToken)));
  const call = async (service: string, data: object) => {
    const used = await token();
    const first = await post(login, service, data, used);
    if (first.Status !== 2) return valueOf(first);
    // When several calls find the token expired, the first one signs in again for all.
    if (signedIn.get(key)?.token === used) signedIn.delete(key);
    return valueOf(await post(login, service, data, await token()));
  };
  return {
    call,
    async spatialReference() {
      const known = signedIn.get(key)?.wkid;
      if (known !== undefined) return known;
      // A server that is not Cityworks is reported as such.
      await token();
      const wkid = await readSpatialReference(call);
      const current = signedIn.get(key);
      if (current) current.wkid = wkid;
      return wkid;
    },
  };
}

const preferencesSchema = z.object({ SpatialReference: z.number().int().positive() });

async function readSpatialReference(call: CityworksSession['call']): Promise<number> {
  const preferences = await call('Ams/Preferences/User', {}).catch((error: unknown) => {
    // An account that may not read its preferences, or a version without this service: an administrator can
    // enter what they would state.
    if (error instanceof MappingError && unstated.includes(error.id)) return undefined;
    throw error;
  });
  const stated = preferencesSchema.safeParse(preferences);
  if (stated.success) return stated.data.SpatialReference;
  throw new MappingError(
    'cityworks:projection',
    'Cityworks does not state its spatial reference. An administrator must enter it.',
    { status: 502 },
  );
}

const unstated = ['cityworks:not-allowed', 'cityworks:refused', 'cityworks:no-cityworks'];

async function signIn(login: CityworksLogin): Promise<string> {
  const { username, password, gis } = login;
  const proof = await gis?.prove();
  const answer = proof
    ? await post(login, 'General/Authentication/AuthenticateGisToken', {
        LoginName: username,
        GisToken: proof.token,
        GisTokenUrl: proof.tokenUrl,
      })
    : await post(login, 'General/Authentication/Authenticate', { LoginName: username, Password: password });
  const token = z
    .object({ Token: z.string().min(1).max(limits.foreignTokenCharacters) })
    .safeParse(answer.Value);
  if (answer.Status === 0 && token.success) return token.data.Token;
  throw new MappingError(
    'cityworks:sign-in-refused',
    'Cityworks refused the sign-in. An administrator must check the username and password of this integration.',
    { status: 502 },
  );
}

/** Every request is a form with JSON in it, and errors are sent with HTTP 200. */
async function post(
  { server, allowedPrivateHosts, milliseconds }: CityworksLogin,
  service: string,
  data: object,
  token?: string,
) {
  const body = new URLSearchParams({ data: JSON.stringify(data), ...(token !== undefined && { token }) });
  const { status, text } = await safeFetch(
    `${server.replace(/\/$/, '')}/Services/${service}`,
    { method: 'POST', body },
    { allowedPrivateHosts, ...(milliseconds !== undefined && { milliseconds }) },
  );
  const parsed = answerSchema.safeParse(parse(text));
  if (status === 200 && parsed.success) return parsed.data;
  throw notCityworks();
}

/** The responding server is not Cityworks, or has an unknown version. */
export function notCityworks(): MappingError {
  return new MappingError(
    'cityworks:no-cityworks',
    'The server’s response is not from Cityworks. An administrator must check its URL.',
    { status: 502 },
  );
}

function valueOf({ Status, Value, Message }: z.infer<typeof answerSchema>): unknown {
  if (Status === 0) return Value;
  if (Status === 2 || Status === 3)
    throw new MappingError('cityworks:not-allowed', 'Cityworks does not allow this for its account.', {
      status: 502,
    });
  const message = (Message ?? '').slice(0, 200);
  throw new MappingError(
    'cityworks:refused',
    message ? `Cityworks: ${message}` : 'Cityworks refused the request.',
    { status: 502 },
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
