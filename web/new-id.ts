const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Where the parts of a GUID end, in hexadecimal digits. */
const parts = [8, 12, 16, 20, 32] as const;

/**
 * A random GUID (version 4), in lower case. `crypto.randomUUID` exists on secure origins only, and visitors may use the
 * application on others (docs/operation.md).
 */
export function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const digits = hex(bytes);
  return parts.map((end, index) => digits.slice(parts[index - 1] ?? 0, end)).join('-');
}

/** A random GUID as feature services write GlobalIDs. */
export function newGlobalId(): string {
  return `{${newId().toUpperCase()}}`;
}
