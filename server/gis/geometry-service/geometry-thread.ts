import type { FormValue } from '../../platform/http/read-forms.ts';
import { Parameters } from '../../platform/arcgis/parameters.ts';
import { type jsonFormats, writeJson } from '../../platform/arcgis/json-response.ts';
import { performTask, type GivenTask } from '../../platform/threads/perform-task.ts';
import { geometryOperations } from './operations.ts';
import type { OperationName } from './service-description.ts';

/** One call of the geometry service. */
export interface GeometryTask {
  operation: OperationName;
  parameters: ReadonlyMap<string, readonly FormValue[]>;
  format: (typeof jsonFormats)[number];
}

/** Runs an operation of the geometry service outside the thread that answers requests; the result is JSON as text. */
export async function run(given: GivenTask<GeometryTask>): Promise<unknown> {
  return performTask(
    given,
    async ({ operation, parameters, format }) => {
      const result = geometryOperations[operation](new Parameters(parameters));
      // Bytes of their own, not part of a shared buffer.
      return Uint8Array.from(new TextEncoder().encode(writeJson(result, format)));
    },
    ({ buffer }) => [buffer],
  );
}
