import type { UploadPreview } from '../../../wire/upload.ts';
import { limits } from '../../limits.ts';
import { inTemporaryFolder } from './bytes/read-bytes.ts';
import type { FromReader, ReadingTask } from './reader/messages.ts';
import { startReading } from './reader/start-reading.ts';
import type { UploadChoices } from './upload-source.ts';

/** An uploaded file: its path, and its original name. */
type UploadedFile = Pick<ReadingTask, 'path' | 'name' | 'isFormValue'>;

/**
 * Previews an uploaded file without storing anything.
 * @throws MappingError `services:invalid-upload`
 */
export async function previewFile(
  file: UploadedFile,
  choices: UploadChoices,
  signal?: AbortSignal,
): Promise<UploadPreview> {
  const { preview } = await readOnce({ kind: 'preview', ...file, choices }, 'preview', signal);
  return preview;
}

/**
 * Makes a feature collection of an uploaded file, without storing anything.
 * @param most features; more are an error
 * @returns JSON
 * @throws MappingError `services:invalid-upload`
 */
export async function generateCollection(
  file: UploadedFile,
  choices: UploadChoices,
  most: number,
  signal?: AbortSignal,
): Promise<string> {
  const { text } = await readOnce({ kind: 'generate', ...file, choices, most }, 'collection', signal);
  return text;
}

/** The first message of a kind from the process that reads a file. */
async function readOnce<Kind extends FromReader['kind']>(
  task: Omit<ReadingTask, 'folder' | 'now' | 'creator'>,
  kind: Kind,
  signal: AbortSignal | undefined,
): Promise<Extract<FromReader, { kind: Kind }>> {
  return inTemporaryFolder(async (folder) => {
    const reading = await startReading(
      { ...task, folder, now: 0, creator: undefined },
      { milliseconds: limits.previewSeconds * 1000, signal },
    );
    try {
      for (;;) {
        const message = await reading.next();
        if (message.kind === kind) return message as Extract<FromReader, { kind: Kind }>;
      }
    } finally {
      await reading.stop();
    }
  });
}
