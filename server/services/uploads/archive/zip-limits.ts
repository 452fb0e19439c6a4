import { limits } from '../../../limits.ts';

/** How much an archive may hold; what is beyond is taken for an attack or a mistake. */
export const zipLimits = {
  entries: 2_000,
  /** Bytes of all that is unpacked. */
  unpackedBytes: limits.unpackedBytes,
  /** Times an entry may become larger, once it is larger than `ratioFrom` bytes. Plain text reaches about 20. */
  ratio: 200,
  ratioFrom: 20_000_000,
} as const;
