/** A feature that is to be edited. */
export interface FeatureToEdit {
  layerId: string;
  objectId: number;
}
