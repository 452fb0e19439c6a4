import Box from '@mui/material/Box';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionBuilder } from '../../../../../conditions/condition-builder.tsx';
import { filterSql, isComplete, type LayerFilter } from '../../../../../conditions/filter-sql.ts';
import { readFilter } from '../../../../../conditions/read-filter.ts';
import { useConfiguration, usePortalIdentity } from '../../../../../context/application-context.ts';
import { ErrorMessage } from '../../../../../i18n/error-message.tsx';
import { useFormats } from '../../../../../i18n/index.ts';
import type { LayerField } from '../../../../../map/layers/layer-fields.ts';
import { deviceZone } from '../../../../../map/layers/time-zone.ts';
import type { HostedLayer } from '../../../../../portal/hosted-service.ts';
import { countFeatures, distinctValues } from '../../../../../portal/layer-views.ts';
import { personKeys } from '../../../../../portal/query-keys.ts';
import { kindOf as chosenKind } from './field-kinds.ts';

export interface ViewConditionProps {
  url: string;
  layer: HostedLayer;
  /** The condition as SQL; empty: all features. */
  where: string;
  /** Whether the layer is one of a view, which counts within what it shows now. */
  change: boolean;
  /** Called with the condition, and whether all of its parts are complete; incomplete ones are not in it. */
  onChange: (where: string, isComplete: boolean) => void;
  /** Whether values that are missing are marked as errors. */
  showMissing: boolean;
}

/** Which features a view shows: as readable conditions, or as SQL. */
export function ViewCondition({ url, layer, where, change, onChange, showMissing }: ViewConditionProps) {
  const { t } = useTranslation();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const heading = useId();
  const fields = fieldsOf(layer);
  const read = (sql: string) => readConditions(sql, fields);
  const [filter, setFilter] = useState(() => read(where));
  const [counted, setCounted] = useState(where);
  const isReadable = filter !== undefined || read(where) !== undefined;
  const choose = (next: 'conditions' | 'sql' | null) => {
    if (next === 'sql') {
      setFilter(undefined);
      onChange(where, true);
    }
    if (next === 'conditions') setFilter(read(where));
  };
  return (
    <Box component="section" aria-labelledby={heading} sx={{ display: 'grid', gap: 1.5 }}>
      <Box sx={styles.head}>
        <Typography id={heading} component="h3" color="textSecondary">
          {t('gallery.view.where')}
        </Typography>
        <ToggleButtonGroup
          exclusive
          size="small"
          value={filter ? 'conditions' : 'sql'}
          aria-label={t('gallery.view.where.as')}
          onChange={(_event, next: 'conditions' | 'sql' | null) => choose(next)}
        >
          <ToggleButton value="conditions" disabled={!isReadable}>
            {t('gallery.view.where.conditions')}
          </ToggleButton>
          <ToggleButton value="sql">SQL</ToggleButton>
        </ToggleButtonGroup>
      </Box>
      {filter ? (
        <ConditionBuilder
          mayBeEmpty
          fields={fields}
          filter={filter}
          showMissing={showMissing}
          onChange={(next) => {
            const sql = filterSql(next);
            setFilter(next);
            onChange(sql, next.clauses.every(isComplete));
            setCounted(sql);
          }}
          valuesOf={(field) => ({
            queryKey: personKeys(connection, who).service(url, 'values', layer.id, field),
            queryFn: () => distinctValues(connection, { url, id: layer.id }, field),
          })}
        />
      ) : (
        <TextField
          label={t('gallery.view.where.sql')}
          value={where}
          multiline
          maxRows={6}
          dir="ltr"
          placeholder="status = 'open'"
          helperText={isReadable ? t('gallery.view.where.hint') : t('gallery.view.where.unreadable')}
          onChange={({ target }) => onChange(target.value, true)}
          onBlur={() => setCounted(where)}
        />
      )}
      {!change && <Matches url={url} layer={layer} where={counted.trim()} />}
    </Box>
  );
}

/** The number of features that meet the condition, or what is wrong with it. */
function Matches({ url, layer, where }: Pick<ViewConditionProps, 'url' | 'layer' | 'where'>) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const { connection } = useConfiguration();
  const { who } = usePortalIdentity(connection);
  const { data, error } = useQuery({
    queryKey: personKeys(connection, who).service(url, 'matches', layer.id, where),
    queryFn: ({ signal }) => countFeatures(connection, { url, id: layer.id }, where, signal),
    retry: false,
    gcTime: 0,
  });
  return (
    <FormHelperText component="output" error={error !== null} sx={styles.count}>
      {error ? (
        <ErrorMessage error={error} />
      ) : (
        data !== undefined && t('gallery.view.matches', { count: data, number: number(data) })
      )}
    </FormHelperText>
  );
}

/** The conditions of an SQL text; undefined when they cannot be shown as such. */
function readConditions(sql: string, fields: readonly LayerField[]): LayerFilter | undefined {
  const where = sql.trim();
  if (where === '') return { match: 'all', clauses: [] };
  const fieldOf = (name: string) => fields.find((field) => field.name === name);
  // A single condition may stand without brackets.
  return readFilter(where, fieldOf) ?? readFilter(`(${where})`, fieldOf);
}

const kinds = { text: 'text', integer: 'number', number: 'number', date: 'date' } as const;

/** The fields of a hosted layer that conditions can compare. */
function fieldsOf({ fields }: HostedLayer): LayerField[] {
  return fields.flatMap(({ name, alias, type, domain }) => {
    const kind = chosenKind(type);
    if (!kind) return [];
    const choices =
      domain?.type === 'codedValue'
        ? domain.codedValues.map(({ code, name: title }) => ({ value: code, title }))
        : undefined;
    return [
      {
        name,
        title: alias || name,
        kind: kinds[kind],
        ...(type === 'esriFieldTypeDate' && { time: { zone: deviceZone(), sqlZone: 'UTC' } }),
        ...(choices && { choices }),
      },
    ];
  });
}

const styles = {
  head: { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 1 },
  count: { m: 0, minHeight: 20, fontSize: 14 },
} as const;
