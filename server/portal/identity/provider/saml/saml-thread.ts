import { performTask, type GivenTask } from '../../../../platform/threads/perform-task.ts';
import type { SamlProvider } from '../provider-store.ts';
import { readIdentityMetadata } from './identity-metadata.ts';
import { RefusedResponse, type SamlProblem } from './names.ts';
import { type ReadAssertion, readAssertion } from './read-assertion.ts';
import { readResponse } from './read-response.ts';
import { verifiedAssertion } from './verified-assertion.ts';

/** A response to verify and read. */
export interface SamlTask {
  /** As in the provider's form. */
  encoded: string;
  provider: SamlProvider;
  /** The portal's own private key. */
  key: string | undefined;
  entityId: string;
  consumer: string;
  /** Epoch milliseconds. */
  now: number;
}

/** What the response says, or why it is refused: errors lose their class between threads. */
export type SamlResult = (ReadAssertion & { requestId: string }) | { problem: SamlProblem; message: string };

/** The structure of the response, its signature, and the signed assertion. */
async function read(task: SamlTask): Promise<SamlResult> {
  const { provider, entityId, consumer, now } = task;
  try {
    const response = await readResponse(task.encoded, task);
    const xml = await verifiedAssertion(response, { entityId, consumer });
    const { inResponseTo } = response;
    const assertion = readAssertion(xml, provider, { entityId, consumer, inResponseTo, now });
    return { ...assertion, requestId: inResponseTo };
  } catch (error) {
    if (!(error instanceof RefusedResponse)) throw error;
    return { problem: error.problem, message: error.message };
  }
}

/** Metadata to read, which may be half a megabyte. */
export interface MetadataTask {
  metadata: string;
  /** Epoch milliseconds. */
  now: number;
}

export async function run(given: GivenTask<SamlTask | MetadataTask>): Promise<unknown> {
  const perform = async (task: SamlTask | MetadataTask) =>
    'metadata' in task ? readIdentityMetadata(task.metadata, task.now) : read(task);
  return performTask(given, perform, () => []);
}
