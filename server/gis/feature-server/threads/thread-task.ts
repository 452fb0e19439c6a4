import type { FormValue } from '../../../platform/http/read-forms.ts';
import type { HostedLayer, HostedService } from '../../layer/layer.ts';
import type { ServiceCall, ServiceRights } from '../context.ts';

/** One call of an operation on a feature service, as sent to a thread. */
export interface ThreadTask {
  /** The operation's address below the service, or below the layer if there is one. */
  path: string;
  parameters: ReadonlyMap<string, readonly FormValue[]>;
  pathParameters: Readonly<Record<string, string>>;
  service: HostedService;
  layers: readonly HostedLayer[];
  layer: HostedLayer | undefined;
  rights: ServiceRights;
  request: Pick<ServiceCall['request'], 'method' | 'url' | 'protocol' | 'host'> & { ifNoneMatch: string };
  publicUrl: string;
  /** Epoch milliseconds. */
  now: number;
}

/** Result of the thread: a reply to send. */
export interface ThreadReply {
  status: number;
  headers: [string, string][];
  body: Uint8Array;
}
