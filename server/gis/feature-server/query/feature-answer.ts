import type { Field } from '../../layer/field.ts';
import type { HostedLayer } from '../../layer/layer.ts';
import type { FeatureRow } from '../../storage/feature-store.ts';
import type { GeometryOutput } from './output.ts';

/** Features to be sent. */
export interface FeatureAnswer {
  layer: HostedLayer;
  fields: readonly Field[];
  rows: readonly FeatureRow[];
  /** Null: without geometry. */
  output: GeometryOutput | null;
  exceeded: boolean;
}

/** Features as JSON of either dialect, after the leading members. */
export interface FeaturesJson {
  [member: string]: unknown;
  features: object[];
}
