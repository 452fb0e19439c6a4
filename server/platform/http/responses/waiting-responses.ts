import { Readable, Stream } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import { isThisComputer, subscriberOf } from '../../budgets/address-group.ts';
import { type ByteAccount, ByteBudget, type ByteHolder } from '../../budgets/byte-budget.ts';
import { currentRequester } from '../../budgets/requester.ts';
import { heldBy } from './file-stream.ts';
import { SlowReaders } from './slow-readers.ts';

/** Responses that wait in memory until their callers have read them. */
export interface ResponseLimits {
  /** Bytes of one member, of the visitors of one address, and of all. */
  ofMember: number;
  ofAddress: number;
  inAll: number;
  /** Bytes of the largest response, by which work that has begun may exceed those of its caller. */
  largest: number;
  /** Bytes that a caller has to read a second. */
  perSecond: number;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Bytes of responses that wait for their callers. */
    waitingResponses: ByteBudget;
  }
  interface FastifyReply {
    /** The bytes are in memory once for all responses (built files): a response that waits takes none of its own. */
    sharesBytes?: boolean;
    /** Is called when fewer bytes wait than those that were counted: the body was compressed. */
    noteWaiting?: ((bytes: number) => void) | undefined;
  }
}

/**
 * Reserves memory for bytes that wait until the caller has read them; released when the response closes, and by ending its
 * connection when the memory is used up, its caller holds most of it, and another one would hold less. Callers whom a proxy hides
 * give way to known ones as if they were one caller, and not to each other: who of them holds most is not known.
 * @throws MappingError `http:answers-waiting` (503)
 */
function reserve(
  request: FastifyRequest,
  { raw }: FastifyReply,
  bytes: number,
  holder: ByteHolder | undefined,
): ByteAccount {
  const giveWay = () => {
    request.log.warn('response ended: its caller held most of the memory for responses');
    raw.destroy();
  };
  const account = request.server.waitingResponses.open(holder, { giveWay });
  account.add(bytes);
  if (raw.closed) account.close();
  else raw.once('close', () => account.close());
  return account;
}

/**
 * A member: an account here or one of another portal; else an address, whose visitors share one limit. undefined for visitors from this
 * computer, which may be a proxy that `TRUST_PROXY` does not name.
 */
function holderOf(
  { ip }: FastifyRequest,
  { ofMember, ofAddress, largest }: Pick<ResponseLimits, 'ofMember' | 'ofAddress' | 'largest'>,
): ByteHolder | undefined {
  const address = `address ${subscriberOf(ip)}`;
  const { caller = address, member } = currentRequester() ?? {};
  if (caller !== address) return { network: caller, sender: caller, most: ofMember + largest };
  if (member !== undefined) return { network: member, sender: member, most: ofMember + largest };
  return isThisComputer(ip) ? undefined : { network: address, sender: address, most: ofAddress + largest };
}

/** Of what is not sent after all; others describe the response itself (`vary`, security). */
const headersOfBody = ['cache-control', 'content-disposition', 'content-encoding', 'etag', 'last-modified'];

/**
 * Limits the bytes of responses that wait for their callers, and ends responses of which too little is read. Small ones are not
 * counted: the buffers of their connection hold them.
 */
export function limitWaitingResponses(
  app: FastifyInstance,
  given: Partial<ResponseLimits> = {},
  timeoutFactor = 1,
): void {
  const all: ResponseLimits = {
    ofMember: limits.waitingResponseBytesPerMember,
    ofAddress: limits.waitingResponseBytesPerAddress,
    inAll: limits.waitingResponseBytes,
    largest: limits.responseBytes,
    perSecond: limits.responseBytesPerSecond,
    ...given,
  };
  const { inAll, largest, perSecond } = all;
  const budget = new ByteBudget({
    // Each holder has a limit of its own.
    each: inAll,
    inAll,
    refuseOne: () =>
      refused(
        'Too many of your responses wait to be read. Read them, or close their connections, then try again.',
      ),
    refuseAll: () => refused('Too many responses wait to be read by their callers. Try again in a minute.'),
  });
  app.decorate('waitingResponses', budget);
  app.decorateReply('sharesBytes', false);
  app.decorateReply('noteWaiting', undefined);
  const slow = new SlowReaders({ perSecond, seconds: limits.slowResponseSeconds * timeoutFactor });
  const timer = setInterval(() => slow.check(performance.now()), slow.interval).unref();
  app.addHook('onClose', async () => clearInterval(timer));

  // Here and not in `onRequest`, so that the requester is known.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    const requester = currentRequester();
    if (requester)
      requester.refuseUnread = () => {
        const { network, most = inAll } = holderOf(request, all) ?? {};
        if (network !== undefined) budget.refuseFrom(network, most - largest);
      };
    done(null, payload);
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    const isStreamed = payload instanceof Stream;
    const size = isStreamed ? heldBy(payload) : sizeOf(payload);
    if (size !== undefined && size <= limits.freeResponseBytes) return done(null, payload);
    let account: ByteAccount | undefined;
    try {
      if (size !== undefined && !reply.sharesBytes)
        account = reserve(request, reply, size, holderOf(request, all));
    } catch (error) {
      if (payload instanceof Readable) payload.destroy();
      for (const name of headersOfBody) reply.removeHeader(name);
      return done(error as Error);
    }
    slow.watch(reply.raw, size ?? 0, performance.now(), () => request.log.warn('response read too slowly'));
    reply.noteWaiting = (bytes) => {
      account?.reduceTo(bytes);
      slow.hold(reply.raw, bytes);
    };
    // The framework reads the body of HEAD to its end.
    if (request.method !== 'HEAD' || !(payload instanceof Readable) || size === undefined)
      return done(null, payload);
    payload.destroy();
    done(null, Readable.from([]));
  });
}

function sizeOf(payload: unknown): number {
  if (typeof payload === 'string') return payload.length;
  return payload instanceof Uint8Array ? payload.byteLength : 0;
}

function refused(message: string): MappingError {
  return new MappingError('http:answers-waiting', message, { status: 503, retryAfterSeconds: 5 });
}
