import { uploadFault, type UploadFile } from '../upload-source.ts';
import { readBytes } from '../bytes/read-bytes.ts';

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

const newline = 10;

/**
 * The text of a file, chunk by chunk, without its byte order mark.
 * @throws MappingError `services:invalid-upload` at the line with invalid bytes
 */
export async function* readText(
  file: Pick<UploadFile, 'path' | 'meter'>,
  encoding: string,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  for await (const chunk of readBytes(file)) {
    let text: string;
    try {
      text = decoder.decode(chunk, { stream: true });
    } catch {
      throw wrongBytes(encoding, line + linesBeforeFault(chunk, encoding));
    }
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) line += 1;
    if (text !== '') yield text;
  }
  try {
    const rest = decoder.decode();
    if (rest !== '') yield rest;
  } catch {
    throw wrongBytes(encoding, line);
  }
}

/** Line by line; a character never crosses the end of a line. */
function linesBeforeFault(chunk: Uint8Array, encoding: string): number {
  let lines = 0;
  let start = 0;
  for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, at + 1)) {
    // The first line may begin within a character of the previous chunk.
    if (start > 0 && !decodes(chunk.subarray(start, at), encoding)) return lines;
    start = at + 1;
    lines += 1;
  }
  return lines;
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function wrongBytes(encoding: string, line: number) {
  return uploadFault('wrong-bytes', { line }, { encoding });
}
