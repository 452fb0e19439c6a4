import Add from '@mui/icons-material/Add';
import Alert from '@mui/material/Alert';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import Skeleton from '@mui/material/Skeleton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText, useFormats } from '../../../i18n/index.ts';
import { countFeatures, layerFields, setLayerFilter } from '../../../map/layers/layer-fields.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { usePhone } from '../../../ui/use-screen.ts';
import { ClauseFields } from './clause-fields.tsx';
import { type Clause, filterSql, isComplete, type LayerFilter, type Operator } from './filter-sql.ts';

/** Filters a layer's features with readable clauses. Shows the number of matches before it is applied. */
export function FilterDialog({ layer, onClose }: { layer: LayerState; onClose: () => void }) {
  const { t } = useTranslation();
  const model = useMapModel();
  const heading = useId();
  const phone = usePhone();
  const fields = useQuery({
    queryKey: mapKeys.fields(layer.id),
    queryFn: () => (model ? layerFields(model, layer.id) : []),
    gcTime: 0,
  });
  const [edited, setEdited] = useState<LayerFilter>();
  const kindOf = (name: string) => fields.data?.find((field) => field.name === name)?.kind;
  const found = fields.data && readFilter(layer.filter, kindOf);
  const first = fields.data?.[0];
  const empty: Clause = { field: first?.name ?? '', kind: first?.kind ?? 'text', operator: 'is', value: '' };
  const filter = edited ?? found ?? { match: 'all', clauses: [empty] };
  const sql = filterSql(filter);
  const change = (clauses: readonly Clause[]) => setEdited({ ...filter, clauses });
  const apply = (where: string) => {
    if (model) setLayerFilter(model, layer.id, where);
    onClose();
  };
  return (
    <Dialog open onClose={onClose} aria-labelledby={heading} fullWidth maxWidth="sm" fullScreen={phone}>
      <DialogTitle id={heading}>
        {t('layers.filterOf', { title: layer.title || t('layers.untitled') })}
      </DialogTitle>
      <DialogContent sx={{ display: 'grid', gap: 2, alignContent: 'start' }}>
        {fields.isPending && <Skeleton variant="rounded" height={88} />}
        {fields.error && (
          <Alert
            severity="error"
            action={<Button onClick={() => void fields.refetch()}>{t('app.tryAgain')}</Button>}
          >
            {errorText(t, fields.error)}
          </Alert>
        )}
        {layer.filter !== '' && fields.data && !found && !edited && (
          <Alert severity="info">
            {t('layers.filter.foreign')}
            <Box component="code" sx={{ display: 'block', mt: 0.5, overflowWrap: 'anywhere' }} dir="ltr">
              {layer.filter}
            </Box>
          </Alert>
        )}
        {fields.data && (
          <>
            {filter.clauses.length > 1 && (
              <ToggleButtonGroup
                exclusive
                size="small"
                value={filter.match}
                aria-label={t('layers.filter.match')}
                onChange={(_event, match: LayerFilter['match'] | null) =>
                  match && setEdited({ ...filter, match })
                }
              >
                <ToggleButton value="all">{t('layers.filter.all')}</ToggleButton>
                <ToggleButton value="any">{t('layers.filter.any')}</ToggleButton>
              </ToggleButtonGroup>
            )}
            {filter.clauses.map((clause, index) => (
              <ClauseFields
                // Clauses are only ever removed, never reordered.
                key={`${index}-${filter.clauses.length}`}
                layerId={layer.id}
                fields={fields.data}
                clause={clause}
                onChange={(next) => change(filter.clauses.with(index, next))}
                {...(filter.clauses.length > 1 && {
                  onRemove: () => change(filter.clauses.toSpliced(index, 1)),
                })}
              />
            ))}
            <Button
              startIcon={<Add />}
              onClick={() => change([...filter.clauses, empty])}
              disabled={!filter.clauses.every(isComplete)}
              sx={{ justifySelf: 'start' }}
            >
              {t('layers.filter.add')}
            </Button>
            <Matches layerId={layer.id} sql={sql} />
          </>
        )}
      </DialogContent>
      <DialogActions>
        {layer.filter !== '' && (
          <Button onClick={() => apply('')} sx={{ marginInlineEnd: 'auto' }}>
            {t('layers.filter.clear')}
          </Button>
        )}
        <Button onClick={onClose}>{t('layers.cancel')}</Button>
        <Button variant="contained" disabled={sql === ''} onClick={() => apply(sql)}>
          {t('layers.filter.apply')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Matches({ layerId, sql }: { layerId: string; sql: string }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const model = useMapModel();
  const { data, error } = useQuery({
    queryKey: mapKeys.count(layerId, sql),
    queryFn: () => (model ? countFeatures(model, layerId, sql) : 0),
    enabled: sql !== '',
    gcTime: 0,
  });
  if (error) return <Alert severity="error">{errorText(t, error)}</Alert>;
  return (
    <Typography component="output" color="textSecondary" sx={{ minHeight: 21 }}>
      {sql !== '' && data !== undefined && t('layers.filter.matches', { number: number(data) })}
    </Typography>
  );
}

const text = String.raw`'((?:[^']|'')*)'`;
const day = String.raw`DATE '(\d{4}-\d\d-\d\d)'`;
const numeric = String.raw`(-?\d[\d.]*(?:e[+-]?\d+)?)`;

/** The pattern of each kind of clause; the first group is the field, the last the value. */
const shapes: readonly [RegExp, Clause['kind'], Operator | Readonly<Record<string, Operator>>][] = [
  [/^(\w+) IS NULL OR \w+ = ''$/, 'text', 'empty'],
  [/^(\w+) IS NOT NULL AND \w+ <> ''$/, 'text', 'notEmpty'],
  [/^(\w+) IS NULL$/, 'number', 'empty'],
  [/^(\w+) IS NOT NULL$/, 'number', 'notEmpty'],
  [new RegExp(String.raw`^UPPER\((\w+)\) LIKE UPPER\('%((?:[^']|'')*)%'\) ESCAPE '\\'$`), 'text', 'contains'],
  [new RegExp(String.raw`^UPPER\((\w+)\) LIKE UPPER\('((?:[^']|'')*)%'\) ESCAPE '\\'$`), 'text', 'begins'],
  [new RegExp(String.raw`^(\w+) >= ${day} AND .*$`), 'date', 'on'],
  [new RegExp(String.raw`^(\w+) < ${day}$`), 'date', 'before'],
  [new RegExp(String.raw`^(\w+) >= ${day}$`), 'date', 'after'],
  [new RegExp(`^(\\w+) (=|<>) ${text}$`), 'text', { '=': 'is', '<>': 'isNot' }],
  [
    new RegExp(`^(\\w+) (=|<>|>=|>|<=|<) ${numeric}$`),
    'number',
    { '=': 'is', '<>': 'isNot', '>': 'more', '>=': 'atLeast', '<': 'less', '<=': 'atMost' },
  ],
];

/**
 * Parses a condition written by `filterSql`, so that it can be edited. Returns undefined for any other condition of a
 * map's author.
 *
 * @param kindOf the kind of a field; undefined for one the layer does not have
 */
export function readFilter(
  sql: string,
  kindOf: (field: string) => Clause['kind'] | undefined,
): LayerFilter | undefined {
  const parts = splitClauses(sql);
  if (!parts) return undefined;
  const clauses = parts.clauses.map((clause) => readClause(clause, kindOf));
  if (!clauses.every((clause) => clause !== undefined)) return undefined;
  const filter = { match: parts.match, clauses };
  // Accept only conditions that would be written again identically.
  return filterSql(filter) === sql ? filter : undefined;
}

function readClause(sql: string, kindOf: (field: string) => Clause['kind'] | undefined): Clause | undefined {
  for (const [shape, kind, operator] of shapes) {
    const match = shape.exec(sql);
    if (!match) continue;
    const [, field = '', second = '', third] = match;
    const known = kindOf(field);
    if (!known) return undefined;
    const found = typeof operator === 'string' ? operator : operator[second];
    if (!found) return undefined;
    const raw = (third ?? second).replaceAll("''", "'");
    const value = found === 'contains' || found === 'begins' ? raw.replaceAll(/\\(.)/g, '$1') : raw;
    return {
      field,
      kind: kind === 'number' ? known : kind,
      operator: found,
      value: found === 'after' ? dayBefore(value) : value,
    };
  }
  return undefined;
}

/** `(a) AND (b)` → a, b. Brackets inside texts are ignored. */
function splitClauses(sql: string): { match: LayerFilter['match']; clauses: string[] } | undefined {
  const clauses: string[] = [];
  let match: LayerFilter['match'] = 'all';
  let rest = sql;
  for (;;) {
    const end = closingBracket(rest);
    if (end === undefined) return undefined;
    clauses.push(rest.slice(1, end));
    rest = rest.slice(end + 1);
    if (rest === '') return { match, clauses };
    const joint = /^ (AND|OR) (?=\()/.exec(rest);
    if (!joint) return undefined;
    match = joint[1] === 'OR' ? 'any' : 'all';
    rest = rest.slice(joint[0].length);
  }
}

function closingBracket(sql: string): number | undefined {
  if (!sql.startsWith('(')) return undefined;
  let depth = 0;
  let inText = false;
  for (let at = 0; at < sql.length; at++) {
    const sign = sql[at];
    if (sign === "'") inText = !inText;
    else if (!inText && sign === '(') depth++;
    else if (!inText && sign === ')' && --depth === 0) return at;
  }
  return undefined;
}

function dayBefore(day: string): string {
  return new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
}
