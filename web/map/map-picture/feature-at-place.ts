/** A feature of the open map that is drawn at a place. */
export interface FeatureAtPlace {
  layerId: string;
  layerTitle: string;
  objectId: number | string | undefined;
}
