import { AsyncLocalStorage } from 'node:async_hooks';
import { PassThrough } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MappingError } from '../../../wire/errors.ts';
import { presenceSchema, type PresentPerson } from '../../../wire/map-comment.ts';
import { limits } from '../../limits.ts';
import type { Budget } from '../../platform/budgets/budget.ts';
import type { Database } from '../../platform/database/connect.ts';
import { explainFailure } from '../../platform/database/explain-failure.ts';
import {
  listenToNotifications,
  type Notifications,
  notifyProcesses,
  readEndedSessions,
} from '../../platform/database/notification-store.ts';
import { StandInScope, withStandIn } from '../../platform/database/stand-in.ts';
import { readShape } from '../../platform/http/json-body.ts';
import { presentedToken } from '../../platform/membership/identify.ts';
import { type CommentCall, commentCall } from './comment-operations.ts';
import { LiveMaps, pageId } from './live-maps.ts';
import { type CommentOptions, createCalled } from './routes.ts';
import { type MayFollow, StreamChecks } from './stream-checks.ts';
import { StreamPlaces } from './stream-places.ts';

/** Makes what the routes of live maps share. */
export function createLiveMaps(database: Database): LiveMaps {
  return new LiveMaps({
    notify: (payloads) => notifyProcesses(database, payloads),
    lifeSeconds: limits.presenceSeconds * 3,
    now: Date.now,
  });
}

export interface LiveOptions extends CommentOptions {
  maps: LiveMaps;
  /** Address of the database, for the connection that listens. */
  databaseUrl: string;
  /** Limits the checks of who may follow a map; not the streams, which would hold their places until pages are closed. */
  budget: Budget;
  mayFollow: MayFollow;
}

/**
 * Whether an error leaves open who may follow: a portal or a database that does not answer takes nothing away, nor does a limit of
 * requests, nor a caller who has left, on whose behalf others may be asked for.
 */
function isUnknown(error: unknown): boolean {
  if (error instanceof MappingError) return error.status >= 500 || [429, 499].includes(error.status);
  return explainFailure(error) !== undefined;
}

/** An open stream, of a user or a visitor, whose name is empty. */
interface Stream {
  username: string;
  end: () => void;
  /** Ends the stream before its next event if the map is not for its user any more. */
  checkNow: () => void;
}

type OfMap = { Params: { org: string; wid: string }; Querystring: { client?: string } };

/**
 * `/api/{org}/maps/{wid}/live`, server-sent events: comments changed, who is looking at the map. The stream contains no comment,
 * and whether the map is still for the caller is checked again while it is open: now and then, and before the next event when a session
 * of theirs has ended.
 */
export async function liveRoutes(app: FastifyInstance, options: LiveOptions): Promise<void> {
  const { databaseUrl, budget, maps, mayFollow } = options;
  const requested = createCalled(options);
  const called = (request: FastifyRequest<OfMap>) =>
    budget.run(undefined, async () => commentCall(await requested(request)));
  const open = new Set<Stream>();
  const places = new StreamPlaces();
  // It may outlast many failovers; each check is a piece of work of its own, of no caller.
  const checks = new StreamChecks(async (followers) => {
    try {
      return await withStandIn(new StandInScope(), () => budget.run(undefined, () => mayFollow(followers)));
    } catch (error) {
      app.log.warn(error, 'streams were not checked');
      throw error;
    }
  });
  // Only a server with an open stream holds a connection that listens.
  let notifications: Notifications | undefined;
  const listen = () => {
    notifications ??= listenToNotifications(databaseUrl, {
      onNotification: (payload) => {
        const isEnded = readEndedSessions(payload);
        if (isEnded)
          for (const { username, checkNow } of open) if (username !== '' && isEnded(username)) checkNow();
        maps.receive(payload);
      },
      onRestored: () => void maps.restore(),
    });
  };
  // Started here and not by a request, which would be charged for the announcements of others.
  const timers = [
    setInterval(() => void maps.renew(), limits.presenceSeconds * 1000),
    setInterval(() => void maps.flush(), limits.liveBatchMilliseconds),
    setInterval(() => void checks.check(), limits.presenceSeconds * 1000),
  ];
  for (const timer of timers) timer.unref();
  // Streams never end by themselves, so a server that stops ends them first: their pages connect to another process.
  app.addHook('preClose', async () => {
    for (const { end } of open) end();
  });
  app.addHook('onClose', async () => {
    for (const timer of timers) clearInterval(timer);
    // The people of this process have left.
    await maps.flush();
    await notifications?.close();
  });

  const streaming = { exposeHeadRoute: false, config: { perMinute: limits.liveStreamsPerMinute } };
  app.get<OfMap>('/:org/maps/:wid/live', streaming, async (request, reply) => {
    const client = presenceSchema.shape.client.safeParse(request.query.client);
    if (!client.success)
      throw new MappingError('comment:invalid', 'Specify an id of 16 to 64 letters and digits.', {
        status: 400,
      });
    const call = await called(request);
    const release = places.take(call, request.ip);
    listen();
    const stream = new PassThrough();
    let underWay = 0;
    /** The events that wait for a check. */
    let waiting = '';
    const write = (text: string) => {
      // A page that reads nothing must not fill the memory; it connects again.
      if (stream.writableLength + waiting.length > limits.liveBytes) stream.destroy();
      else if (underWay > 0) waiting += text;
      else if (stream.writable) stream.write(text);
    };
    const writeWaiting = () => {
      const text = waiting;
      waiting = '';
      if (text) write(text);
    };
    const leave = maps.watch({
      organisation: call.organisation,
      wid: call.wid,
      person: personOf(call, client.data),
      send: write,
    });
    const end = () => stream.end();
    // Ended and not broken off, which would be an error in the console of a page that signs out.
    const refuse = () => {
      if (stream.writable) stream.end('event: refused\ndata: null\n\n');
    };
    // The stream may outlast many failovers; each check is a request of its own. It is counted for the caller of the stream, not for
    // the first one, whose request began to listen.
    const ask = AsyncLocalStorage.bind(async () => {
      try {
        const { member } = await withStandIn(new StandInScope(), () => called(request));
        return member?.username === call.member?.username;
      } catch (error) {
        if (!(error instanceof MappingError)) request.log.warn(error, 'a stream was not checked');
        return isUnknown(error);
      }
    });
    const askNow = async () => {
      const may = await ask();
      underWay--;
      if (!may) refuse();
      else if (underWay === 0) writeWaiting();
    };
    const opened: Stream = {
      username: call.member?.username ?? '',
      end,
      checkNow() {
        underWay++;
        void askNow();
      },
    };
    open.add(opened);
    const { organisation, wid, isHosted } = call;
    const token = presentedToken(request.headers)?.token;
    const { username } = opened;
    const endChecks = checks.add({ organisation, wid, token, username, isHosted, refuse, ask });
    const alive = setInterval(() => write(': alive\n\n'), limits.presenceSeconds * 1000);
    stream.once('close', () => {
      clearInterval(alive);
      endChecks();
      open.delete(opened);
      release();
      leave();
    });
    request.raw.once('close', () => stream.destroy());
    // The page loads what changed before it was connected.
    write('retry: 2000\nevent: comments\ndata: null\n\n');
    return reply
      .type('text/event-stream')
      .headers({ 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
      .send(stream);
  });
}

/** `/api/{org}/maps/{wid}/presence`: the part of the map that one sees. */
export async function presenceRoute(
  app: FastifyInstance,
  options: CommentOptions & Pick<LiveOptions, 'maps'>,
): Promise<void> {
  const requested = createCalled(options);
  const moving = { config: { perMinute: limits.presencePerMinute } };
  app.post<OfMap>('/:org/maps/:wid/presence', moving, async (request: FastifyRequest<OfMap>, reply) => {
    const call = await commentCall(await requested(request));
    const { client, rectangle } = readShape(presenceSchema, request.body, {
      id: 'comment:invalid',
      message: 'Invalid view.',
    });
    options.maps.move(call, { id: pageId(call, client), rectangle });
    return reply.status(204).send();
  });
}

function personOf(call: CommentCall, client: string): PresentPerson {
  const { member } = call;
  return {
    id: pageId(call, client),
    // Of a size that fits into a notification, whatever another portal answers.
    username: (member?.username ?? '').slice(0, 200),
    name: (member?.fullName ?? '').slice(0, 200),
    rectangle: null,
  };
}
