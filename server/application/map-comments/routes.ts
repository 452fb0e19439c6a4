import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppConfig } from '../../../wire/app-config.ts';
import { maxPhotoBytes } from '../../../wire/map-comment.ts';
import { limits } from '../../limits.ts';
import type { Database } from '../../platform/database/connect.ts';
import { noteIfPossible } from '../../platform/database/stand-in.ts';
import { wholeNumberOf } from '../../platform/http/query-parameters.ts';
import {
  type FindConfig,
  type Identify,
  type Member,
  type PresentedToken,
  presentedToken,
  signInNeeded,
} from '../../platform/membership/identify.ts';
import {
  addPhoto,
  changeComment,
  changeSetting,
  commentCall,
  createComment,
  isCommentId,
  type MapAccess,
  readComments,
  readPhoto,
  removeComment,
  type UncheckedCall,
} from './comment-operations.ts';
import {
  listMentionedMaps,
  listMentions,
  markMapsSeen,
  markMentionSeen,
  visitorsMayComment,
} from './comment-store.ts';
import { presentMention } from './present-comment.ts';
import { countVisitorComment } from './visitor-comments.ts';

/** What a caller may do with a web map of the organisation's portal; undefined for a visitor's token. */
export type AccessOfMap = (
  organisation: string,
  config: AppConfig,
  presented: PresentedToken | undefined,
  wid: string,
) => Promise<MapAccess>;

export interface CommentOptions {
  database: Database;
  identify: Identify;
  accessOf: AccessOfMap;
  findConfig: FindConfig;
  /** Whether an organisation's portal is the embedded one. */
  isHosted: (config: AppConfig) => boolean;
  now: () => number;
}

type OfMap<More = unknown> = { Params: { org: string; wid: string } & More };
type OfComment = OfMap<{ id: string }>;

/** Finds out who calls, and what they may do with the map. */
export function createCalled({ database, identify, accessOf, findConfig, isHosted, now }: CommentOptions) {
  return async (request: FastifyRequest<OfMap>): Promise<UncheckedCall> => {
    const { org: organisation, wid } = request.params;
    const config = await findConfig(organisation);
    const presented = presentedToken(request.headers);
    const member = await identify(config, presented);
    const visitors = isItem(wid) && (await visitorsMayComment(database, { organisation, wid }));
    // A token that ended makes a visitor, who must not see more or less than others. Where visitors may not comment, the portal is
    // not asked for them.
    const access =
      isItem(wid) && (member || visitors)
        ? await accessOf(organisation, config, member && presented, wid)
        : undefined;
    const hasToken = presented !== undefined;
    return {
      database,
      organisation,
      wid,
      member,
      hasToken,
      visitors,
      access,
      isHosted: isHosted(config),
      now: now(),
    };
  };
}

/** Maps whose portal is asked at most for a list of mentions. */
const mentionMaps = 100;
/** Maps about which their portal is asked at once, so that one reader leaves most of a caller's share of it to others. */
const mentionMapsPerBatch = 4;

const isItem = (wid: string) => /^[\da-f]{32}$/i.test(wid);

/** `/api/{org}/maps/{wid}/comments` and `/api/{org}/mentions`. */
export async function commentRoutes(app: FastifyInstance, options: CommentOptions): Promise<void> {
  const { database, identify, accessOf, findConfig } = options;
  const requested = createCalled(options);
  const called = async (request: FastifyRequest<OfMap>) => commentCall(await requested(request));
  const writing = { config: { perMinute: limits.commentWritesPerMinute } };
  const comments = '/:org/maps/:wid/comments';

  app.addHook('onSend', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.addContentTypeParser(
    /^image\//,
    { parseAs: 'buffer', bodyLimit: maxPhotoBytes },
    (_request, body, done) => done(null, body),
  );

  app.get<OfMap>(comments, async (request) => readComments(await requested(request), request.query));
  app.put<OfMap>(comments, writing, async (request, reply) => {
    await changeSetting(await called(request), request.body);
    return reply.status(204).send();
  });
  app.post<OfMap>(comments, writing, async (request, reply) => {
    const call = await called(request);
    if (!call.member) await countVisitorComment(app.rates, call, request.ip);
    return reply.status(201).send(await createComment(call, request.body));
  });
  app.patch<OfComment>(`${comments}/:id`, writing, async (request, reply) => {
    await changeComment(await called(request), request.params.id, request.body);
    return reply.status(204).send();
  });
  app.delete<OfComment>(`${comments}/:id`, writing, async (request, reply) => {
    await removeComment(await called(request), request.params.id);
    return reply.status(204).send();
  });
  app.post<OfComment>(
    `${comments}/:id/photos`,
    { ...writing, bodyLimit: maxPhotoBytes },
    async (request, reply) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
      const number = await addPhoto(await called(request), request.params.id, body);
      return reply.status(201).send({ number });
    },
  );
  app.get<OfMap<{ id: string; number: string }>>(`${comments}/:id/photos/:number`, async (request, reply) => {
    const { id, number } = request.params;
    const photo = await readPhoto(await called(request), id, wholeNumberOf(number));
    return reply
      .type(photo.type)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .send(photo.body);
  });

  const member = async (request: FastifyRequest<{ Params: { org: string } }>) => {
    const config = await findConfig(request.params.org);
    const presented = presentedToken(request.headers);
    const found: Member | undefined = await identify(config, presented);
    if (!presented || !found) throw signInNeeded();
    return { organisation: request.params.org, config, presented, username: found.username };
  };
  app.get<{ Params: { org: string } }>('/:org/mentions', async (request) => {
    const { organisation, config, presented, username } = await member(request);
    const me = { organisation, username };
    const asked: string[] = [];
    const readable: string[] = [];
    const hidden: string[] = [];
    // By map: anyone may mention a member any number of times on a map that is not for them.
    while (readable.length < limits.shownMentions && asked.length < mentionMaps) {
      const page = { without: asked, max: mentionMapsPerBatch };
      const maps = await listMentionedMaps(database, me, page);
      if (maps.length === 0) break;
      const found = await Promise.all(maps.map((wid) => accessOf(organisation, config, presented, wid)));
      for (const [index, wid] of maps.entries()) (found[index] === undefined ? hidden : readable).push(wid);
      asked.push(...maps);
    }
    // The next request does not ask about them again, and reaches those behind them.
    if (hidden.length > 0)
      await noteIfPossible(() => markMapsSeen(database, { ...me, now: options.now() }, hidden));
    return { results: (await listMentions(database, me, readable)).map(presentMention) };
  });
  app.delete<{ Params: { org: string; id: string } }>(
    '/:org/mentions/:id',
    writing,
    async (request, reply) => {
      const { organisation, username } = await member(request);
      const { id } = request.params;
      if (isCommentId(id))
        await markMentionSeen(database, id, { organisation, username, now: options.now() });
      return reply.status(204).send();
    },
  );
}
