import { open, type FileHandle } from 'node:fs/promises';
import type { RangeResponse, Source } from 'pmtiles';

/** Byte ranges of a local file, for the `pmtiles` reader. The file is opened at the first read. */
export class FileSource implements Source {
  readonly path: string;
  private handle: Promise<FileHandle> | undefined;

  constructor(path: string) {
    this.path = path;
  }

  getKey(): string {
    return this.path;
  }

  async getBytes(offset: number, length: number): Promise<RangeResponse> {
    this.handle ??= open(this.path, 'r');
    const file = await this.handle;
    const buffer = new Uint8Array(length);
    const { bytesRead } = await file.read(buffer, 0, length, offset);
    return { data: buffer.buffer.slice(0, bytesRead) };
  }

  async close(): Promise<void> {
    const file = await this.handle?.catch(() => undefined);
    this.handle = undefined;
    await file?.close();
  }
}
