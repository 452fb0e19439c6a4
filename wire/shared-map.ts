import { z } from 'zod';
import { audienceMember, mapAudienceSchema } from './map-audience.ts';

/** A web map document as ArcGIS clients write it (web map specification 2.x); only the SDK interprets it. */
const webMapDocument = z.looseObject({
  operationalLayers: z.array(z.looseObject({})).max(500).optional(),
  baseMap: z.looseObject({}).optional(),
  version: z.string().max(20).optional(),
  [audienceMember]: z.optional(mapAudienceSchema),
});

/** The part of a view that a link restores: centre in WGS84 degrees, zoom level, rotation in degrees clockwise. */
export const viewpointSchema = z.object({
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  zoom: z.number().min(0).max(30),
  rotation: z.number().min(0).max(360).default(0),
});

/** Who may open a link: anyone, members of the organisation, or members of some of its groups. */
export const sharedMapAccess = z.enum(['public', 'members', 'groups']);
export type SharedMapAccess = z.infer<typeof sharedMapAccess>;

/** Ids of groups of the portal, for the access `groups`. */
const groups = z.array(z.string().min(1).max(100)).max(20);

const title = z.string().trim().min(1, 'Enter a title.').max(250);
const expiresInDays = z.int().min(1).max(3650);

const namesGroups = ({ access, groups: named }: { access?: SharedMapAccess; groups?: string[] }) =>
  (access === 'groups') === (named ?? []).length > 0;
const groupsFault = {
  path: ['groups'],
  message: 'Specify groups with the access “groups”, and with no other.',
};

/** Body of `POST /api/{org}/shared-maps`. */
export const newSharedMapSchema = z
  .object({
    title,
    webMap: webMapDocument,
    viewpoint: viewpointSchema.optional(),
    access: sharedMapAccess.default('public'),
    groups: groups.default([]),
    expiresInDays: expiresInDays.optional(),
  })
  .refine(namesGroups, groupsFault);

/** Body of `PATCH /api/{org}/shared-maps/{sid}`; `expiresInDays: null` removes the expiry. */
export const sharedMapChangeSchema = z
  .object({ title, access: sharedMapAccess, groups, expiresInDays: expiresInDays.nullable() })
  .partial()
  .refine((change) => Object.keys(change).length > 0, 'Specify a title, an access or an expiry to change.')
  .refine(namesGroups, groupsFault);

/** 16 random base58 characters: no 0, O, I or l, so that it can be read aloud. */
export const sidSchema = z
  .string()
  .regex(/^[1-9A-HJ-NP-Za-km-z]{16}$/, 'A shared map id has 16 letters and digits.');

/** An entry of the owner's list: everything but the document. Times are epoch milliseconds. */
export const sharedMapSummarySchema = z.object({
  sid: sidSchema,
  url: z.string(),
  title: z.string(),
  access: sharedMapAccess,
  /** Ids of the groups whose members may open it, for the access `groups`. */
  groups: z.array(z.string()),
  /** Username; empty when an anonymous visitor shared it. */
  owner: z.string(),
  created: z.int(),
  modified: z.int(),
  expires: z.int().nullable(),
  revoked: z.boolean(),
});

/** Response of `GET /api/{org}/shared-maps/{sid}`. */
export const sharedMapSchema = sharedMapSummarySchema.extend({
  webMap: webMapDocument,
  viewpoint: viewpointSchema.nullable(),
});

/** Response of `POST`: `removed` names the places from which a token or password was removed before saving. */
export const createdSharedMapSchema = z.object({
  sid: sidSchema,
  url: z.string(),
  removed: z.array(z.string()),
});

export type NewSharedMap = z.input<typeof newSharedMapSchema>;
export type SharedMapChange = z.input<typeof sharedMapChangeSchema>;
export type SharedMapSummary = z.infer<typeof sharedMapSummarySchema>;
export type SharedMap = z.infer<typeof sharedMapSchema>;
export type CreatedSharedMap = z.infer<typeof createdSharedMapSchema>;
