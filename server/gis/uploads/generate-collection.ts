import { limits } from '../../limits.ts';
import { inTemporaryFolder } from './bytes/read-bytes.ts';
import type { GenerateChoices } from './reader/messages.ts';
import { startReading } from './reader/start-reading.ts';
import type { UploadChoices } from './upload-source.ts';

/**
 * Makes a feature collection of an uploaded file, without storing anything.
 * @param file its path, and its original name
 * @returns JSON
 * @throws MappingError `services:invalid-upload`
 */
export async function generateCollection(
  file: { path: string; name: string; isFormValue?: boolean },
  choices: UploadChoices,
  generate: GenerateChoices,
  signal?: AbortSignal,
): Promise<string> {
  return inTemporaryFolder(async (folder) => {
    const task = {
      kind: 'generate',
      ...file,
      folder,
      choices,
      generate,
      now: 0,
      creator: undefined,
    } as const;
    const reading = await startReading(task, { milliseconds: limits.previewSeconds * 1000, signal });
    try {
      for (;;) {
        const message = await reading.next();
        if (message.kind === 'collection') return message.text;
      }
    } finally {
      await reading.stop();
    }
  });
}
