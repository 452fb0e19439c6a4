import { z } from 'zod';

/**
 * The error body of the application's API: RFC 9457 problem details. `id` repeats the stable id; `faults` only for
 * invalid input.
 */
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
