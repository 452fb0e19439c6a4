import { portalHeader } from '../../../wire/portal-address.ts';
import type { NewRequest, Problem, WorkNear } from '../../../wire/cityworks.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Problem as Refusal } from '../../../wire/problem.ts';

/** Asks our own server for the work of a Cityworks site; it asks Cityworks, whose token never comes here. */
export interface WorkClient {
  near(place: { lat: number; lng: number }, signal?: AbortSignal): Promise<WorkNear>;
  problems(): Promise<Problem[]>;
  create(request: NewRequest): Promise<string>;
}

/**
 * @param base such as `/api/demo/integrations/work`
 * @param session gives the person's own token for our server, which is renewed now and then, and the portal that issued it;
 *   no token when nobody is signed in
 */
export function workClient(
  base: string,
  session: () => { token: string | undefined; portal: string | undefined },
): WorkClient {
  const ask = async <Answer>(path: string, init: RequestInit = {}): Promise<Answer> => {
    const { token, portal } = session();
    const headers: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
    if (token && portal) headers[portalHeader] = portal;
    if (init.body) headers['content-type'] = 'application/json';
    const response = await fetch(`${base}/${path}`, { ...init, headers }).catch((cause: unknown) => {
      throw new MappingError('api:unreachable', 'The server cannot be reached.', { status: 0, cause });
    });
    if (response.ok) return (await response.json()) as Answer;
    const { id, detail } = (await response.json().catch(() => ({}))) as Partial<Refusal>;
    throw new MappingError(id ?? 'http:refused', detail ?? '', { status: response.status });
  };
  return {
    near: ({ lat, lng }, signal) => ask<WorkNear>(`work?lat=${lat}&lng=${lng}`, signal ? { signal } : {}),
    problems: async () => (await ask<{ problems: Problem[] }>('problems')).problems,
    create: async (request) =>
      (await ask<{ id: string }>('requests', { method: 'POST', body: JSON.stringify(request) })).id,
  };
}
