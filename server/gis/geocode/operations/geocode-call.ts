import type { Database } from '../../../platform/database/connect.ts';
import type { Parameters } from '../../../platform/arcgis/parameters.ts';

/** One call of an operation of the service. */
export interface GeocodeCall {
  database: Database;
  /** Name of the service in its address. */
  name: string;
  parameters: Parameters;
}

/** An operation returns the JSON of its response. */
export type GeocodeOperation = (call: GeocodeCall) => Promise<object> | object;
