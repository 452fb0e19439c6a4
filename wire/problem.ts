import { z } from 'zod';

/** The error body of our own API: RFC 9457 problem details. `id` repeats the stable id; `faults` only for bad input. */
export const problemSchema = z.object({
  type: z.string(),
  id: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  requestId: z.string().optional(),
  faults: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
});

export type Problem = z.infer<typeof problemSchema>;
