import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { UploadFile } from '../upload-source.ts';

/** The first bytes of a file, fewer when it is shorter. */
export async function readHead(path: string, length: number): Promise<Buffer> {
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** The bytes of a file from its beginning; each read counts again. */
export async function* readBytes({
  path,
  meter,
}: Pick<UploadFile, 'path' | 'meter'>): AsyncGenerator<Buffer> {
  meter.read = 0;
  meter.total = (await stat(path)).size;
  for await (const chunk of createReadStream(path, { highWaterMark: 256 * 1024 })) {
    meter.read += (chunk as Buffer).length;
    yield chunk as Buffer;
  }
}
