import type { MapModel } from '../map-model.ts';
import { askToEdit } from './asked-feature.ts';
import type { Editing } from './editing-types.ts';
import type { FeatureToEdit } from './feature-to-edit.ts';
export type {
  EditAttachment,
  EditCandidate,
  EditForm,
  Editing,
  EditingState,
  EditShape,
  EditTemplate,
  FieldFault,
  FieldValue,
  FormElement,
  FormField,
  FormGroup,
} from './editing-types.ts';

/** Starts the Edit tool with a feature: at once if it is open, else when it opens next. */
export function editFeature(model: MapModel, feature: FeatureToEdit): void {
  model.withInternals((internals) => askToEdit(internals, feature));
}

/** Opens the features of a map for editing; the map's clicks choose and draw until it is closed. */
export async function openEditing(model: MapModel): Promise<Editing> {
  const sdk = await import('./editing-session.ts');
  return model.withInternals((internals) => sdk.openEditing(internals));
}
