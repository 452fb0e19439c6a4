import ExpandMore from '@mui/icons-material/ExpandMore';
import Accordion from '@mui/material/Accordion';
import AccordionDetails from '@mui/material/AccordionDetails';
import AccordionSummary from '@mui/material/AccordionSummary';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import MenuItem from '@mui/material/MenuItem';
import Switch from '@mui/material/Switch';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionBuilder } from '../../../conditions/condition-builder.tsx';
import { emptyClause, filterSql, isComplete, type LayerFilter } from '../../../conditions/filter-sql.ts';
import { occurringValues } from '../../../map/layers/layer-fields.ts';
import { useMapModel } from '../../../map/map-model.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import {
  type Relation,
  relations,
  type SelectSession,
  type SelectTarget,
} from '../../../map/select/select.ts';
import { radii, sizes } from '../../../ui/sizes.ts';
import type { Run } from '../../../ui/use-run.ts';

export interface SelectByLayerProps extends SelectByProps {
  /** Layers of drawings, whose shapes can select features, too. */
  drawings: readonly LayerState[];
}

export interface SelectByProps {
  session: SelectSession | undefined;
  layers: readonly LayerState[];
  target: SelectTarget;
  run: Run;
}

/** Selects features by their spatial relation to those of another layer, or to drawings. */
export function SelectByLayer({ session, layers, drawings, target, run }: SelectByLayerProps) {
  const { t } = useTranslation();
  const [layerId, setLayerId] = useState('');
  const [relation, setRelation] = useState<Relation>('intersects');
  const [metres, setMetres] = useState('500');
  const [onlySelected, setOnlySelected] = useState(false);
  const others = [...layers, ...drawings];
  const other = others.find(({ id }) => id === layerId)?.id ?? layers[0]?.id ?? '';
  const isDrawn = drawings.some(({ id }) => id === other);
  const distance = Number(metres);
  const invalid = relation === 'distance' && !(distance > 0 && distance <= farthest);
  // Every feature of a layer intersects itself.
  const layerIds = target.layerIds.filter((id) => id !== other || onlySelected);
  const select = (signal: AbortSignal) =>
    session?.byLayer(
      { layerId: other, relation, metres: distance, onlySelected: onlySelected && !isDrawn },
      { ...target, layerIds },
      signal,
    );
  return (
    <Section title={t('select.byLayer')}>
      <TextField
        select
        size="small"
        label={t('select.relation')}
        value={relation}
        onChange={(event) => setRelation(event.target.value as Relation)}
      >
        {relations.map((one) => (
          <MenuItem key={one} value={one}>
            {t(`select.relation.${one}`)}
          </MenuItem>
        ))}
      </TextField>
      {relation === 'distance' && (
        <TextField
          size="small"
          type="number"
          label={t('select.metres')}
          value={metres}
          error={invalid}
          helperText={invalid ? t('select.metres.invalid', { most: farthest }) : undefined}
          onChange={(event) => setMetres(event.target.value)}
        />
      )}
      <TextField
        select
        size="small"
        label={t('select.other')}
        value={other}
        onChange={(event) => setLayerId(event.target.value)}
      >
        {others.map(({ id, title }) => (
          <MenuItem key={id} value={id}>
            <bdi>{title || t('layers.untitled')}</bdi>
          </MenuItem>
        ))}
      </TextField>
      {!isDrawn && (
        <FormControlLabel
          control={<Switch checked={onlySelected} onChange={(_event, on) => setOnlySelected(on)} />}
          label={t('select.onlySelected')}
        />
      )}
      <Button
        variant="contained"
        disabled={!session || invalid || layerIds.length === 0}
        onClick={() => void run(async (signal) => select(signal))}
      >
        {t('select.apply')}
      </Button>
    </Section>
  );
}

/** Selects features by conditions over their fields, or by one in SQL. */
export function SelectByCondition({ session, layers, target, run }: SelectByProps) {
  const { t } = useTranslation();
  const model = useMapModel();
  const [condition, setCondition] = useState('');
  /** Undefined while the SQL is written by hand, which may say more than conditions can. */
  const [built, setBuilt] = useState<LayerFilter>();
  const [first = ''] = target.layerIds;
  const { data: fields = [] } = useQuery({
    queryKey: mapKeys.selectFields(useId(), first),
    queryFn: () => session?.fields(first) ?? [],
    enabled: session !== undefined && layers.some(({ id }) => id === first),
    gcTime: 0,
  });
  const written = condition.trim();
  const filter: LayerFilter | undefined =
    built ?? (written === '' ? { match: 'all', clauses: [emptyClause(fields[0])] } : undefined);
  const build = (next: LayerFilter) => {
    setBuilt(next);
    const isReady = next.clauses.length > 0 && next.clauses.every(isComplete);
    setCondition(isReady ? filterSql(next) : '');
  };
  const write = (sql: string) => {
    setBuilt(undefined);
    setCondition(sql);
  };
  return (
    <Section title={t('select.byCondition')}>
      {filter && fields.length > 0 ? (
        <ConditionBuilder
          fields={fields}
          filter={filter}
          onChange={build}
          valuesOf={(field) => ({
            queryKey: mapKeys.values(first, field),
            queryFn: () => (model ? occurringValues(model, first, field) : []),
          })}
        />
      ) : (
        <TextField
          select
          size="small"
          label={t('select.insertField')}
          value=""
          onChange={(event) => write(`${condition}${condition ? ' ' : ''}${event.target.value} `)}
        >
          {fields.map(({ name, title }) => (
            <MenuItem key={name} value={name}>
              <bdi>{title}</bdi>
            </MenuItem>
          ))}
        </TextField>
      )}
      <TextField
        multiline
        minRows={2}
        maxRows={8}
        size="small"
        label={t('select.condition')}
        helperText={t('select.condition.how')}
        value={condition}
        onChange={(event) => write(event.target.value)}
        slotProps={{ htmlInput: { maxLength: longest, dir: 'ltr', spellCheck: false } }}
      />
      <Button
        variant="contained"
        disabled={!session || written === ''}
        onClick={() => void run(async (signal) => session?.byCondition(written, target, signal))}
      >
        {t('select.apply')}
      </Button>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Accordion disableGutters variant="outlined" sx={styles.section}>
      <AccordionSummary expandIcon={<ExpandMore />} sx={{ minHeight: sizes.touch }}>
        {title}
      </AccordionSummary>
      <AccordionDetails sx={{ display: 'grid', gap: 2 }}>{children}</AccordionDetails>
    </Accordion>
  );
}

/** Maximum distance in metres. */
const farthest = 1_000_000;
/** Maximum characters of a condition. */
const longest = 4000;

const styles = {
  section: {
    '&::before': { display: 'none' },
    '&:first-of-type': { borderStartStartRadius: radii.control, borderStartEndRadius: radii.control },
    '&:last-of-type': { borderEndStartRadius: radii.control, borderEndEndRadius: radii.control },
    '& + &': { borderTop: 0 },
  },
} as const;
