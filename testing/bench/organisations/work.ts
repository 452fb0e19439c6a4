import type { Caller } from './caller.ts';
import { organisationName, webMap } from './fill-organisations.ts';
import type { Installation } from './installation.ts';

const api = (origin: string, organisation: number, path: string) =>
  `${origin}/api/${organisationName(organisation)}/${path}`;

/** Saves changed configs, each time with the tag of the last save of that organisation. */
export function createConfigSaves(caller: Caller, { token }: Installation) {
  const headers = { authorization: `Bearer ${token}` };
  const opened = new Map<number, { tag: string; config: object }>();
  let saves = 0;
  return async (origin: string, organisation: number): Promise<void> => {
    const url = api(origin, organisation, 'administration/config');
    let known = opened.get(organisation);
    if (!known) {
      const { etag, body } = await caller.call(url, { headers });
      known = { tag: etag, config: (JSON.parse(body) as { config: object }).config };
      opened.set(organisation, known);
    }
    saves += 1;
    const body = JSON.stringify({ ...known.config, title: `Saved ${saves}` });
    const saved = await caller.call(url, {
      method: 'PUT',
      headers: { ...headers, 'if-match': known.tag },
      body,
    });
    known.tag = saved.etag;
  };
}

export const sharedMapBody = JSON.stringify({ title: 'Map', access: 'public', webMap });

/** Creates a shared map of an organisation. */
export function createShares(caller: Caller, { token }: Installation) {
  return (origin: string, organisation: number) =>
    caller.call(api(origin, organisation, 'shared-maps'), {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: sharedMapBody,
    });
}

/** Reads a resource of an organisation as its administrator. */
export function createReads(caller: Caller, { token }: Installation) {
  return (origin: string, organisation: number, path: string) =>
    caller.call(api(origin, organisation, path), { headers: { authorization: `Bearer ${token}` } });
}
