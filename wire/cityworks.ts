import { z } from 'zod';

/** Work of a Cityworks site near a place: what `GET /api/{org}/integrations/{id}/work` answers. */
export const workItemSchema = z.object({
  kind: z.enum(['work-order', 'request', 'inspection']),
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

/** Something a person may report. */
export const problemSchema = z.object({ id: z.string(), title: z.string() });
export type Problem = z.infer<typeof problemSchema>;

/** `POST /api/{org}/integrations/{id}/requests`. */
export const newRequestSchema = z.strictObject({
  problem: z.string().min(1).max(50),
  details: z.string().max(4000).default(''),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});
export type NewRequest = z.input<typeof newRequestSchema>;
