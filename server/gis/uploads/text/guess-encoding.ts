/** The encoding of a text file, as far as its first bytes show. */
export interface GuessedEncoding {
  encoding: string;
  /** Length of the byte order mark. */
  mark: number;
}

/**
 * Guesses by the byte order mark, then by whether the bytes are valid UTF-8. Otherwise one of the two most
 * common older encodings: Cyrillic words are runs of high bytes, in western words these are isolated.
 * @param head the first bytes; may end within a character
 */
export function guessEncoding(head: Uint8Array): GuessedEncoding {
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return { encoding: 'utf-8', mark: 3 };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', mark: 2 };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', mark: 2 };
  if (isUtf8(head)) return { encoding: 'utf-8', mark: 0 };
  return { encoding: isCyrillic(head) ? 'windows-1251' : 'windows-1252', mark: 0 };
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isCyrillic(head: Uint8Array): boolean {
  let high = 0;
  let together = 0;
  for (let at = 0; at < head.length; at += 1) {
    if ((head[at] as number) < 0xc0) continue;
    high += 1;
    if ((head[at - 1] ?? 0) >= 0xc0 || (head[at + 1] ?? 0) >= 0xc0) together += 1;
  }
  return together > high / 2;
}

/** Whether texts of this encoding are supported. */
export function isKnownEncoding(label: string): boolean {
  try {
    return new TextDecoder(label).encoding !== '';
  } catch {
    return false;
  }
}
