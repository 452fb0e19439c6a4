import { watch, whenOnce } from '@arcgis/core/core/reactiveUtils.js';
import FieldElement from '@arcgis/core/form/elements/FieldElement.js';
import FormTemplate from '@arcgis/core/form/FormTemplate.js';
import type Graphic from '@arcgis/core/Graphic.js';
import type FeatureLayer from '@arcgis/core/layers/FeatureLayer.js';
import type MapView from '@arcgis/core/views/MapView.js';
import FeatureFormViewModel from '@arcgis/core/widgets/FeatureForm/FeatureFormViewModel.js';
import { boundExpressions } from '../arcade/bounded-expression.ts';
import { fieldTime } from '../layers/time-zone.ts';
import type { FieldValue, FormElement } from './edit-feature.ts';
import { type FormRules, type InputParts, readForm } from './read-form.ts';

/** The form of one feature, by the layer's template and its expressions. */
export interface FormModel {
  elements(): FormElement[];
  setValue(field: string, value: FieldValue): void;
  /** Evaluates expressions again, which may depend on the shape. */
  shapeChanged(): void;
  /** Resolves once the form has been created and its expressions evaluated. */
  settled(): Promise<unknown>;
  /** Waits for expressions. @returns whether all values are valid */
  check(): Promise<boolean>;
  /** All values of a new feature; of another only those that differ from the stored ones. */
  values(): Record<string, unknown>;
  /** Whether the user has changed a value. */
  changed(): boolean;
  close(): void;
}

/**
 * @param onChange called when a part of the form changes, such as the result of an expression
 * @param isPartial whether the form has only the fields that the feature has: the others are unknown
 */
export function openForm(
  view: MapView,
  layer: FeatureLayer,
  feature: Graphic,
  adds: boolean,
  onChange: () => void,
  isPartial = false,
): FormModel {
  const formTemplate = isPartial ? partialTemplate(layer, feature) : layer.formTemplate?.clone();
  boundExpressions(formTemplate?.expressionInfos);
  const model = new FeatureFormViewModel({
    feature,
    layer,
    ...(formTemplate && { formTemplate }),
    map: view.map,
    editType: adds ? 'INSERT' : 'UPDATE',
    timeZone: view.timeZone,
  });
  const stored = { ...(feature.attributes as Record<string, unknown>) };
  const touched = new Set<string>();
  let conflicts: ReadonlySet<string> = new Set();
  const rules = (): FormRules => ({
    idFields: [layer.objectIdField, layer.globalIdField, ...shapeFields(layer)].map(String),
    // As popups and tables of the map show them.
    zone: fieldTime(layer, view.timeZone).zone,
    types: typesOf(layer),
    conflicts,
  });
  const elements = () => readForm(model.inputs as unknown as InputParts[], rules());
  const handle = watch(elements, onChange, { initial: true });
  const settled = () => whenOnce(() => model.state === 'ready' && !model.updating);
  const values = () => model.getValues() as Record<string, unknown>;
  return {
    elements,
    setValue(field, value) {
      touched.add(field);
      conflicts = new Set();
      model.setValue(field, value);
      onChange();
    },
    shapeChanged: () => (model as { notifyFeatureGeometryChanged?(): void }).notifyFeatureGeometryChanged?.(),
    settled,
    async check() {
      await settled();
      const violations = model.validateContingencyConstraints(model.getValues(), {
        includeIncompleteViolations: true,
      }) as { fieldGroup?: { fields?: string[] } }[];
      conflicts = new Set(violations.flatMap(({ fieldGroup }) => fieldGroup?.fields ?? []));
      onChange();
      return violations.length === 0 && (model.submittable || model.inputs.length === 0);
    },
    values() {
      const all = values();
      if (adds) return all;
      return Object.fromEntries(Object.entries(all).filter(([name, value]) => value !== stored[name]));
    },
    changed: () => [...touched].some((name) => (values()[name] ?? null) !== (stored[name] ?? null)),
    close() {
      handle.remove();
      model.destroy();
    },
  };
}

/** A form of the fields that a feature has, in the order of the layer's form. */
function partialTemplate({ formTemplate, fields }: FeatureLayer, { attributes }: Graphic): FormTemplate {
  const known = (name: string) => Object.hasOwn(attributes as object, name);
  const own = formTemplate?.clone();
  const listed = (own?.elements ?? []).flatMap((element) =>
    element.type === 'group' ? element.elements : [element],
  );
  const elements = own
    ? listed.filter((element) => element.type === 'field' && known(element.fieldName ?? ''))
    : fields.filter(({ name }) => known(name)).map(({ name }) => new FieldElement({ fieldName: name }));
  const template = own ?? new FormTemplate();
  template.elements = elements as typeof template.elements;
  return template;
}

function shapeFields({ fields, geometryFieldsInfo }: FeatureLayer): string[] {
  const { shapeAreaField, shapeLengthField } = geometryFieldsInfo ?? {};
  const ofGeometry = fields.filter(({ type }) => type === 'geometry').map(({ name }) => name);
  return [...ofGeometry, shapeAreaField, shapeLengthField].filter((name) => typeof name === 'string');
}

function typesOf({ typeIdField, types }: FeatureLayer): FormRules['types'] {
  if (!typeIdField || !types?.length) return undefined;
  return { field: typeIdField, choices: types.map(({ id, name }) => ({ value: id, label: name })) };
}
