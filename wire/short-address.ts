import { z } from 'zod';

/** Eight random base58 characters: no 0, O, I or l, so that it can be read aloud and typed. */
export const codePattern = /^[1-9A-HJ-NP-Za-km-z]{8}$/;

/** Body of `POST /api/{org}/short-addresses`. */
export const newShortAddressSchema = z.object({
  /** Id of the web map's item on the organisation's portal. */
  wid: z.string().regex(/^[\da-f]{32}$/i, 'An item id has 32 hexadecimal digits.'),
  title: z.string().trim().min(1).max(250),
});

/** A short address of a web map, which follows the map's later saves. */
export const shortAddressSchema = z.object({
  code: z.string().regex(codePattern),
  url: z.string(),
  wid: z.string(),
  title: z.string(),
  /** Username of its creator. */
  owner: z.string(),
  /** Epoch milliseconds. */
  created: z.int(),
});

/** Response of `GET /api/{org}/short-addresses`: the caller's own, newest first, in pages. `nextStart` is -1 on the last page. */
export const shortAddressesSchema = z.object({ results: z.array(shortAddressSchema), nextStart: z.int() });

export type NewShortAddress = z.input<typeof newShortAddressSchema>;
export type ShortAddress = z.infer<typeof shortAddressSchema>;
export type ShortAddresses = z.infer<typeof shortAddressesSchema>;
