import * as z from 'zod/mini';
import { trimEnd } from './trim-end.ts';

/** Maximum characters of a comment. */
export const maxCommentLength = 4000;
/** Photos of one comment, and the size of one in bytes. */
export const maxCommentPhotos = 4;
export const maxPhotoBytes = 5_000_000;

/** Media types of photos, which browsers show without running anything. */
export const photoTypes = ['image/jpeg', 'image/png', 'image/webp'] as const;

const longitude = z.number().check(z.minimum(-180), z.maximum(180));
const latitude = z.number().check(z.minimum(-90), z.maximum(90));
const at = { longitude, latitude };

/** West, south, east and north in degrees. */
export const mapRectangleSchema = z.tuple([longitude, latitude, longitude, latitude]);

/** The subject of a conversation: a point, a feature of a layer at a point, or a view of the map around its centre. */
export const commentPlaceSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('point'), ...at }),
  z.object({
    kind: z.literal('feature'),
    ...at,
    /** Id of the layer in the web map. */
    layer: z.string().check(z.minLength(1), z.maxLength(200)),
    objectId: z.int().check(z.minimum(0)),
    /** Title of the feature when the comment was made. */
    title: z.string().check(z.maxLength(200)),
  }),
  z.object({ kind: z.literal('view'), ...at, rectangle: mapRectangleSchema }),
]);

const text = z.string().check(z.trim(), z.minLength(1), z.maxLength(maxCommentLength));

/**
 * Chosen by the client: a comment that is sent to the same map twice, because the response was lost, is added once. The comment's own
 * id is in the response.
 */
const id = z.optional(z.uuid());

/** Body of `POST …/comments`: the first comment of a conversation has a place, the others name it. */
export const newCommentSchema = z.union([
  z.object({ id, place: commentPlaceSchema, text }),
  z.object({ id, thread: z.uuid(), text }),
]);

/** Body of `PATCH …/comments/{id}`. */
export const commentChangeSchema = z
  .partial(z.object({ text, resolved: z.boolean() }))
  .check(z.refine((change) => Object.keys(change).length > 0, 'Specify a text or a state.'));

/** Body of `PUT …/comments`: who may comment beside members. */
export const commentSettingSchema = z.object({ visitors: z.boolean() });

/** Maximum number of comments that one request names. */
export const maxNamedComments = 50;

/**
 * Query of `GET …/comments`. Without `ids`: a page, oldest first, after the cursor of the page before. With `ids`: those of the
 * named comments that there still are.
 */
export const commentQuerySchema = z.object({
  after: z.optional(
    z
      .string()
      .check(
        z.regex(/^\d{1,15}\.[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/, 'Expected the cursor of a page.'),
      ),
  ),
  ids: z.optional(
    z.pipe(
      z.pipe(
        z.string(),
        z.transform((list: string) => (list === '' ? [] : list.split(','))),
      ),
      z.array(z.uuid()).check(z.maxLength(maxNamedComments)),
    ),
  ),
});

/** Body of `POST …/presence`: the part of the map that a person sees. */
export const presenceSchema = z.object({
  client: z.string().check(z.regex(/^[\w-]{16,64}$/)),
  rectangle: z.nullable(mapRectangleSchema),
});

const personSchema = z.object({
  /** Empty for a visitor. */
  username: z.string(),
  name: z.string(),
});

/** Plain text: markup in it is shown as it was typed. */
export const mapCommentSchema = z.object({
  id: z.uuid(),
  /** Id of the first comment of its conversation; its own id for the first one. */
  thread: z.uuid(),
  /** Of the first comment only. */
  place: z.nullable(commentPlaceSchema),
  text: z.string(),
  author: personSchema,
  /** Epoch milliseconds. */
  created: z.int(),
  edited: z.nullable(z.int()),
  /** Of the first comment only. */
  resolved: z.nullable(z.object({ at: z.int(), by: z.string() })),
  /** Numbers of its photos. */
  photos: z.array(z.int()),
});

/** Response of `GET …/comments`. */
export const mapCommentsSchema = z.object({
  /** Whether the comments are for the caller; otherwise everything else is empty, whether the map exists or not. */
  allowed: z.boolean(),
  /** Oldest first. */
  comments: z.array(mapCommentSchema),
  /** Cursor of the next page, which may be empty; null on the last one. */
  next: z.nullable(z.string()),
  /** Whether visitors who may open the map see its comments and add to them. */
  visitors: z.boolean(),
  /** Whether the caller may remove comments of others and choose who may comment. */
  moderates: z.boolean(),
});

/**
 * Data of the event `comments` of `GET …/live`: the comments that were added, changed or removed (the first of a conversation with
 * all of it), or null when any may have been.
 */
export const changedCommentsSchema = z.nullable(z.object({ ids: z.array(z.uuid()) }));

/** A person who has the map open; `id` is of one open page. */
export const presentPersonSchema = z.object({
  id: z.string(),
  ...personSchema.shape,
  rectangle: z.nullable(mapRectangleSchema),
});

/** Response of `GET …/mentions`: comments that mention the caller and were not yet read, newest first. */
export const mentionsSchema = z.object({
  results: z.array(
    z.object({
      id: z.uuid(),
      thread: z.uuid(),
      wid: z.string(),
      author: z.string(),
      /** Its beginning. */
      text: z.string(),
      created: z.int(),
    }),
  ),
});

export type CommentPlace = z.infer<typeof commentPlaceSchema>;
export type NewComment = z.input<typeof newCommentSchema>;
export type CommentChange = z.input<typeof commentChangeSchema>;
export type MapComment = z.infer<typeof mapCommentSchema>;
export type MapComments = z.infer<typeof mapCommentsSchema>;
export type CommentQuery = z.output<typeof commentQuerySchema>;
export type ChangedComments = z.infer<typeof changedCommentsSchema>;
export type PresentPerson = z.infer<typeof presentPersonSchema>;
export type MapRectangle = z.infer<typeof mapRectangleSchema>;
export type Mention = z.infer<typeof mentionsSchema>['results'][number];

/** Usernames after an `@`, each once. A mention follows a space, a bracket or the start, so that mail addresses are none. */
export function mentionsIn(text: string): string[] {
  const names = [...text.matchAll(/(?<=^|[\s(])@([\p{L}\p{N}_][\p{L}\p{N}_.@-]*)/gu)];
  return [...new Set(names.map(([, name = '']) => trimEnd(name, '.@-')))].slice(0, 20);
}
