import type { NewRequest, Problem, WorkNear } from '../../../wire/cityworks.ts';
import { MappingError } from '../../../wire/errors.ts';
import type { Problem as Refusal } from '../../../wire/problem.ts';
import type { HostConnection } from '../../../web/integrations/client/client.ts';

/**
 * Requests the work of a Cityworks site from the application's server, which requests Cityworks; its token never
 * reaches the page.
 */
export interface WorkClient {
  near(place: { lat: number; lng: number }): Promise<WorkNear>;
  problems(): Promise<Problem[]>;
  create(request: NewRequest): Promise<string>;
}

/** @param ask sends the request as the user: the page has neither the token nor access to the server */
export function workClient(ask: HostConnection['ask']): WorkClient {
  const call = async <Answer>(path: string, body?: object): Promise<Answer> => {
    const { status, text } = await ask(path, body && JSON.stringify(body));
    if (status === 0)
      throw new MappingError('api:unreachable', 'The server cannot be reached.', { status: 0 });
    if (status >= 200 && status < 300) return JSON.parse(text) as Answer;
    const { id, detail } = refusalIn(text);
    throw new MappingError(id ?? 'http:refused', detail ?? '', { status });
  };
  return {
    near: ({ lat, lng }) => call<WorkNear>(`work?lat=${lat}&lng=${lng}`),
    problems: async () => (await call<{ problems: Problem[] }>('problems')).problems,
    create: async (request) => (await call<{ id: string }>('requests', request)).id,
  };
}

function refusalIn(text: string): Partial<Refusal> {
  try {
    return JSON.parse(text) as Partial<Refusal>;
  } catch {
    return {};
  }
}
