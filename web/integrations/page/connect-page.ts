import { hostMessageSchema } from '../../../wire/integration-messages.ts';
import { connect, type ConnectOptions, type HostConnection, type PageHandlers } from '../client/client.ts';

/** Connects a page of this product: to this origin alone, with every word of the host checked. */
export function connectPage(
  handlers: PageHandlers,
  options: Omit<ConnectOptions, 'hosts' | 'check'> = {},
): HostConnection {
  return connect(handlers, {
    ...options,
    hosts: [location.origin],
    check: (message) => hostMessageSchema.safeParse(message).success,
  });
}
