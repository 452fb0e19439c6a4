import type { ServiceCall } from '../context.ts';
import { pathOf } from '../../../platform/http/page-request.ts';

/** Addresses of a job and of its result; neither has parameters, because clients append their token. */
export interface JobAddresses {
  statusUrl: string;
  resultUrl: string;
}

/** The addresses of a job, below that of the service at which the request arrived. */
export function addressOfJob(
  { request, context }: Pick<ServiceCall, 'request' | 'context'>,
  job: string,
): JobAddresses {
  const [service = ''] = /^.*\/FeatureServer(?=\/|$)/i.exec(pathOf(request)) ?? [];
  const root = `${context.publicUrl}${service}`;
  return { statusUrl: `${root}/jobs/${job}`, resultUrl: `${root}/replicafiles/${job}` };
}

/**
 * The address of a result. The operation is complete, and the result is computed when it is loaded: from the
 * history of the layers it is the same each time.
 */
export function respondToSync(
  { async: isAsync }: { async: boolean },
  { statusUrl, resultUrl }: JobAddresses,
  responseType: string,
): object {
  if (isAsync) return { statusUrl };
  return { transportType: 'esriTransportTypeUrl', responseType, URL: resultUrl, resultUrl };
}
