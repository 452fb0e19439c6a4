import { AsyncResource } from 'node:async_hooks';
import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { type PlainError, plainError, restoreError } from '../../../platform/threads/perform-task.ts';
import type { ServiceAccess, ServiceRights } from '../../feature-server/context.ts';

/** Access to other services than the one that is called, which only the event loop decides: a thread asks it. */

/** Another service. The token of the request stays with the event loop. */
export type AskedAccess = Omit<Parameters<ServiceAccess>[0], 'token'>;

type Decision = { rights: ServiceRights } | { error: PlainError };

/**
 * Decides for a thread.
 * @param access decides for the sender of the request
 * @returns the port to transfer to the thread, and a function that ends this
 */
export function decideAccess(access: (asked: AskedAccess) => Promise<ServiceRights>): {
  port: MessagePort;
  end: () => void;
} {
  const { port1: here, port2: port } = new MessageChannel();
  const decide = async (asked: AskedAccess) => {
    const decision: Decision = await access(asked).then(
      (rights) => ({ rights }),
      (error: unknown) => ({ error: plainError(error) }),
    );
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- A thread has no origin.
    here.postMessage(decision);
  };
  // Counts as work of the request that the thread belongs to.
  here.on('message', AsyncResource.bind(decide));
  return { port, end: () => here.close() };
}

/** In the thread. Questions wait for each other: a decision does not say which service it is about. */
export function askAccess(port: MessagePort): ServiceAccess {
  let earlier: Promise<unknown> = Promise.resolve();
  const ask: ServiceAccess = async ({ serviceName, orgId, itemId }) => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- The event loop has no origin.
    port.postMessage({ serviceName, orgId, itemId } satisfies AskedAccess);
    const [decision] = (await once(port, 'message')) as [Decision];
    if ('error' in decision) throw restoreError(decision.error);
    return decision.rights;
  };
  return (asked) => {
    const rights = earlier.then(() => ask(asked));
    earlier = rights.catch(() => undefined);
    return rights;
  };
}
