/** The feature a popup shows. */
export interface PopupFeature {
  layerId: string;
  objectId: number;
  /** Whether the user may edit it. */
  editable: boolean;
}

/** A button of the popup. */
export interface PopupAction {
  id: string;
  title: string;
  /** Name of a Calcite icon. */
  icon: string;
  fits(feature: PopupFeature): boolean;
  run(feature: PopupFeature): void;
}
