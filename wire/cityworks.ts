import { z } from 'zod';

/** The kinds of work, in the order in which they are listed. */
export const workKinds = ['work-order', 'request', 'inspection'] as const;
export type WorkKind = (typeof workKinds)[number];

/** A record of a Cityworks site near a place. */
export const workItemSchema = z.object({
  kind: z.enum(workKinds),
  id: z.string(),
  title: z.string(),
  status: z.string(),
  /** Degrees WGS84; null when the record has no place. */
  lat: z.number().nullable(),
  lng: z.number().nullable(),
  /** Where it opens in Cityworks; empty when no link is configured. */
  link: z.string(),
});
export type WorkItem = z.infer<typeof workItemSchema>;

/** A kind of work that Cityworks did not return, with the id and the message of a `MappingError`. */
export const missingWorkSchema = z.object({ kind: z.enum(workKinds), id: z.string(), detail: z.string() });
export type MissingWork = z.infer<typeof missingWorkSchema>;

/** Response of `GET /api/{org}/integrations/{id}/work`: the records, and the missing kinds. */
export const workNearSchema = z.object({
  items: z.array(workItemSchema),
  missing: z.array(missingWorkSchema),
});
export type WorkNear = z.infer<typeof workNearSchema>;

/** A problem that users can report. */
export const problemSchema = z.object({ id: z.string(), title: z.string() });
export type Problem = z.infer<typeof problemSchema>;

/** Characters of the details of a new request. */
export const detailsAtMost = 4000;

/** `POST /api/{org}/integrations/{id}/requests`. */
export const newRequestSchema = z.strictObject({
  problem: z
    .string()
    .regex(/^\d{1,15}$/, 'Choose one of the problems that Cityworks lists: their ids are numbers.'),
  details: z.string().max(detailsAtMost).default(''),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type NewRequest = z.input<typeof newRequestSchema>;
