import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { type AnalysisLayer, type AnalysisSession } from '../../../map/analysis/analysis.ts';
import { analysisTools, type Recipe, toolNeeds } from '../../../../wire/analysis.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { useStore } from '../../../store.ts';
import { WideChoice } from '../../../ui/choice.tsx';

export interface RecipeFieldsProps {
  session: AnalysisSession;
  layers: readonly AnalysisLayer[];
  recipe: Recipe;
  onChange: (recipe: Recipe) => void;
}

/** Maximum distance in metres. */
const farthest = 1_000_000;

/** The tool and its input layers. */
export function RecipeFields({ session, layers, recipe, onChange }: RecipeFieldsProps) {
  const { t } = useTranslation();
  const { tool, input, other, onlySelected, metres, field, merge, cells } = recipe;
  const needs = toolNeeds[tool];
  const selected = useStore(session.selected).get(input)?.length ?? 0;
  const { data: fields = [] } = useQuery({
    queryKey: mapKeys.analysisFields(useId(), input),
    queryFn: () => session.fields(input),
    enabled: needs.field !== undefined && layers.some(({ id }) => id === input),
    gcTime: 0,
  });
  const change = (part: Partial<Recipe>) => onChange({ ...recipe, ...part });
  const changeTool = (next: Recipe['tool']) =>
    // A field of text has no sum.
    change({ tool: next, ...(toolNeeds[next].field !== needs.field && { field: undefined }) });
  const suiting = fields.filter(({ kind }) => needs.field === 'group' || kind === 'number');
  const titlesOf = (shapes: readonly string[], without?: string) =>
    layers
      .filter(({ id, shape }) => shapes.includes(shape) && id !== without)
      .map(({ id, title }) => [id, title || t('layers.untitled')] as const);
  return (
    <>
      <WideChoice
        label={t('analysis.tool')}
        value={tool}
        onChange={(next) => changeTool(next as Recipe['tool'])}
      >
        {analysisTools.map((one) => [one, t(`analysis.tool.${one}`)])}
      </WideChoice>
      <Typography variant="body2" color="textSecondary">
        {t(`analysis.what.${tool}`)}
      </Typography>
      <WideChoice
        label={t('analysis.input')}
        value={input}
        onChange={(id) => change({ input: id, field: undefined })}
      >
        {titlesOf(needs.input)}
      </WideChoice>
      {(selected > 0 || onlySelected) && (
        <FormControlLabel
          control={<Switch checked={onlySelected} onChange={(_event, on) => change({ onlySelected: on })} />}
          label={t('analysis.onlySelected', { count: selected })}
        />
      )}
      {needs.other && (
        <WideChoice label={t('analysis.other')} value={other ?? ''} onChange={(id) => change({ other: id })}>
          {titlesOf(needs.other, input)}
        </WideChoice>
      )}
      {needs.metres && (
        <TextField
          size="small"
          type="number"
          label={t(`analysis.${needs.metres}`)}
          value={metres ?? ''}
          error={!isLength(metres)}
          helperText={isLength(metres) ? undefined : t('select.metres.invalid', { most: farthest })}
          onChange={(event) =>
            change({ metres: event.target.value === '' ? undefined : Number(event.target.value) })
          }
        />
      )}
      {needs.cells && (
        <WideChoice
          label={t('analysis.cells')}
          value={cells ?? 'hexagon'}
          onChange={(one) => change({ cells: one as 'hexagon' | 'square' })}
        >
          {(['hexagon', 'square'] as const).map((one) => [one, t(`analysis.cells.${one}`)])}
        </WideChoice>
      )}
      {needs.field && (
        <WideChoice
          label={t(`analysis.field.${needs.field}`)}
          value={suiting.some(({ name }) => name === field) ? (field ?? '') : ''}
          onChange={(name) => change({ field: name || undefined })}
        >
          {[
            ['', t('analysis.noField')] as const,
            ...suiting.map(({ name, title }) => [name, title] as const),
          ]}
        </WideChoice>
      )}
      {needs.merge && (
        <FormControlLabel
          control={<Switch checked={merge === true} onChange={(_event, on) => change({ merge: on })} />}
          label={t('analysis.merge')}
        />
      )}
    </>
  );
}

function isLength(metres: number | undefined): boolean {
  return metres !== undefined && metres > 0 && metres <= farthest;
}

/** Layers that suit the tool of a recipe, those that are chosen first; undefined if there are none. */
export function suitableLayers(
  { tool, input, other }: Recipe,
  layers: readonly AnalysisLayer[],
): Pick<Recipe, 'input' | 'other'> | undefined {
  const needs = toolNeeds[tool];
  const find = (shapes: readonly string[], id: string | undefined, without?: string) => {
    const suiting = layers.filter((layer) => shapes.includes(layer.shape) && layer.id !== without);
    return (suiting.find((layer) => layer.id === id) ?? suiting[0])?.id;
  };
  const first = find(needs.input, input);
  const second = needs.other && find(needs.other, other, first);
  if (first === undefined || (needs.other && second === undefined)) return undefined;
  return { input: first, ...(second !== undefined && { other: second }) };
}

/** The recipe with only what its tool needs; undefined if something is missing. */
export function completeRecipe(wanted: Recipe, layers: readonly AnalysisLayer[]): Recipe | undefined {
  const { tool, onlySelected, metres, field, merge, cells } = wanted;
  const needs = toolNeeds[tool];
  const suitable = suitableLayers(wanted, layers);
  if (!suitable || (needs.metres && !isLength(metres))) return undefined;
  return {
    tool,
    onlySelected,
    ...suitable,
    ...(needs.metres && { metres }),
    ...(needs.field && { field }),
    ...(needs.merge && { merge: merge === true }),
    ...(needs.cells && { cells: cells ?? 'hexagon' }),
  };
}
