import type { LayerField } from '../layers/layer-fields.ts';
import type { RendererOptions } from './make-renderer.ts';
import {
  type ColorTheme,
  computes,
  divides,
  fewestFields,
  fits,
  maxTypeFields,
  maxTypes,
  showsSeveral,
  type StyleKind,
  type StyleRequest,
  type StyleState,
  type StyleSteps,
  usualClasses,
} from './style.ts';

/**
 * What to draw after a request: the parts that it names, and the present ones of the others as far as the
 * kind has them.
 */
export function optionsFor(
  current: StyleState,
  requested: StyleRequest,
  fields: readonly LayerField[],
): Omit<RendererOptions, 'ramp' | 'theme'> {
  const kind = requested.kind ?? (current.kind === 'other' ? 'single' : current.kind);
  const expression = expressionFor(kind, current, requested);
  const field =
    expression === undefined ? suitable(kind, fields, requested.field ?? current.field) : undefined;
  const divisor = requested.divisor === undefined ? current.divisor : (requested.divisor ?? undefined);
  const further =
    kind === 'types' && field !== undefined ? (requested.furtherFields ?? current.furtherFields) : [];
  const steps = requested.steps ?? current.steps;
  const colorTheme = requested.colorTheme ?? current.colorTheme ?? 'high-to-low';
  // The number of types is unrelated to the number of classes.
  const classes = current.kind === 'types' ? usualClasses : (requested.classes ?? current.classes);
  return {
    kind,
    field,
    furtherFields: further.filter((name) => name !== field).slice(0, maxTypeFields - 1),
    expression,
    expressionTitle: current.expressionTitle,
    divisor: divides(kind) && divisor !== field ? divisor : undefined,
    several: suitableFields(kind, fields, requested.several ?? current.several),
    steps,
    colorTheme: kind === 'color' ? (themeOfClasses(steps) ?? colorTheme) : 'high-to-low',
    classes,
    types: current.kind === 'types' && requested.classes ? Math.min(requested.classes, maxTypes) : undefined,
  };
}

/** What the colours of classes stress; undefined for continuous ones, of which the user chooses it. */
export function themeOfClasses(steps: StyleSteps): ColorTheme | undefined {
  if (steps === 'continuous') return undefined;
  return steps === 'standard-deviation' ? 'above-and-below' : 'high-to-low';
}

function expressionFor(
  kind: StyleKind,
  current: Pick<StyleState, 'expression'>,
  { field, expression }: StyleRequest,
): string | undefined {
  if (!computes(kind) || expression === null) return undefined;
  return expression ?? (field === undefined ? current.expression : undefined);
}

/** Names of numeric fields that contain coordinates, not amounts. */
const coordinate = /^(lat|lon|lng|long|latitude|longitude|x|y)$/i;

/** The fields that a kind of style shows together: the requested ones if they fit, else the first few. */
function suitableFields(
  kind: StyleKind,
  fields: readonly LayerField[],
  requested: readonly string[],
): { field: string; label: string }[] {
  if (!showsSeveral(kind)) return [];
  const suited = fields.filter((field) => fits(kind, field));
  const all = suited.filter(({ name }) => requested.includes(name));
  // Two numbers relate: a third that is chosen replaces the first.
  const chosen = kind === 'relationship' ? all.filter(({ name }) => requested.slice(-2).includes(name)) : all;
  const fewest = fewestFields(kind) ?? 1;
  const amounts = suited.filter(({ name }) => !coordinate.test(name));
  const likely = [...amounts, ...suited.filter((field) => !amounts.includes(field))];
  const shown = chosen.length >= fewest ? chosen : likely.slice(0, fewest);
  return shown.map(({ name, title }) => ({ field: name, label: title }));
}

/** The field that a kind of style shows: the requested one if it fits, else the first that does. */
function suitable(
  kind: StyleKind,
  fields: readonly LayerField[],
  requested: string | undefined,
): string | undefined {
  const suited = fields.filter((field) => fits(kind, field));
  const chosen = suited.find(({ name }) => name === requested);
  const likely = suited.find((field) =>
    kind === 'types' ? field.choices || field.kind === 'text' : !coordinate.test(field.name),
  );
  return (chosen ?? likely ?? suited[0])?.name;
}
