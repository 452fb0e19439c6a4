/** A feature to edit. */
export interface FeatureToEdit {
  layerId: string;
  objectId: number;
}
