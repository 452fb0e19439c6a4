import type { UploadPreview } from '../../../wire/upload.ts';
import { limits } from '../../limits.ts';
import { inTemporaryFolder } from './bytes/read-bytes.ts';
import type { UploadChoices } from './upload-source.ts';
import { startReading } from './reader/start-reading.ts';

/**
 * Previews an uploaded file without storing anything.
 * @param file its path, and its original name
 * @throws MappingError `services:invalid-upload`
 */
export async function previewFile(
  file: { path: string; name: string },
  choices: UploadChoices,
  signal?: AbortSignal,
): Promise<UploadPreview> {
  return inTemporaryFolder(async (folder) => {
    const task = { kind: 'preview', ...file, folder, choices, now: 0, creator: undefined } as const;
    const reading = await startReading(task, { milliseconds: limits.previewSeconds * 1000, signal });
    try {
      for (;;) {
        const message = await reading.next();
        if (message.kind === 'preview') return message.preview;
      }
    } finally {
      await reading.stop();
    }
  });
}
