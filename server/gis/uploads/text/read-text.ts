import { uploadFault, type UploadFile } from '../upload-source.ts';
import { readBytes } from '../bytes/read-bytes.ts';

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
