/** Fewest different values among 32 bytes; 32 random bytes have fewer once in 10^14 keys. */
const leastValues = 18;

/** Whether a key (32 bytes in base64) was written by a person: a text, a repetition, or bytes that count up or down. */
export function isGuessableKey(key: string): boolean {
  const bytes = [...Buffer.from(key.trim(), 'base64')];
  const isText = bytes.every((byte) => byte >= 0x20 && byte < 0x7f);
  const steps = new Set(bytes.slice(1).map((byte, index) => (byte - (bytes[index] ?? 0) + 256) % 256));
  return isText || new Set(bytes).size < leastValues || steps.size < leastValues / 2 || repeats(bytes);
}

/** Whether the second half is the first again. */
function repeats(bytes: readonly number[]): boolean {
  const half = bytes.length / 2;
  return bytes.slice(0, half).every((byte, index) => byte === bytes[half + index]);
}
