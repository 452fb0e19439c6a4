import { z } from 'zod';
import { MappingError } from '../../wire/errors.ts';
import { safeFetch, type AllowedPrivateHosts } from '../safety/safe-fetch.ts';

const selfSchema = z.object({
  username: z.string(),
  fullName: z.string().nullish(),
  orgId: z.string().nullish(),
  groups: z.array(z.object({ id: z.string() })).default([]),
});

const organisationSchema = z.object({ id: z.string().nullish() });

const timeoutMilliseconds = 5_000;

/**
 * Asks `community/self` whose token this is, and `portals/self` (without the token) whose portal it is.
 * @returns undefined when the portal does not accept the token, or the person belongs to another organisation of it
 * @throws MappingError `membership:portal-unreachable` (503): deny, and say so
 */
export async function askPortal(portal: string, token: string, allowedPrivateHosts: AllowedPrivateHosts) {
  const [self, organisation] = await Promise.all([
    post(`${portal}/sharing/rest/community/self`, { f: 'json', token }, allowedPrivateHosts),
    post(`${portal}/sharing/rest/portals/self`, { f: 'json' }, allowedPrivateHosts),
  ]);
  const person = selfSchema.safeParse(self);
  if (!person.success) return undefined;
  const home = organisationSchema.safeParse(organisation).data?.id;
  // On ArcGIS Online a token of any organisation is valid everywhere: only people of this one are members.
  if (home && person.data.orgId && person.data.orgId !== home) return undefined;
  return {
    username: person.data.username,
    fullName: person.data.fullName ?? person.data.username,
    groupIds: person.data.groups.map((group) => group.id),
  };
}

/** POST, so that the token is in no address and no log. */
async function post(
  url: string,
  parameters: Record<string, string>,
  allowedPrivateHosts: AllowedPrivateHosts,
): Promise<unknown> {
  try {
    const body = new URLSearchParams(parameters);
    const options = { allowedPrivateHosts, milliseconds: timeoutMilliseconds };
    const { text } = await safeFetch(url, { method: 'POST', body }, options);
    return JSON.parse(text);
  } catch (cause) {
    const forbidden = cause instanceof MappingError && cause.id === 'integration:forbidden-address';
    throw new MappingError(
      'membership:portal-unreachable',
      forbidden
        ? 'The portal is inside the network of this server, which may not ask it who you are. The operator must name it in ALLOWED_PRIVATE_HOSTS.'
        : 'The portal could not be asked who you are. Try again in a moment; nothing has been changed.',
      { status: 503, cause },
    );
  }
}
