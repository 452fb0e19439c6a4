import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A file on its way in, on disk until somebody who may upload asks for it. */
export interface SpooledFile {
  read(): Promise<Buffer>;
  discard(): Promise<void>;
}

/**
 * Puts an uploaded file aside. Clients may send their token after the file, so it has to be taken before it is known who
 * sends it; on disk it costs nobody's memory.
 */
export async function spool(source: Readable): Promise<SpooledFile> {
  const file = path.join(tmpdir(), `mapping-upload-${randomUUID()}`);
  const discard = () => rm(file, { force: true });
  try {
    await pipeline(source, createWriteStream(file, { flags: 'wx', mode: 0o600 }));
  } catch (error) {
    await discard();
    throw error;
  }
  return { read: () => readFile(file), discard };
}
