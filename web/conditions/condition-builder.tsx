import Add from '@mui/icons-material/Add';
import Close from '@mui/icons-material/Close';
import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import IconButton from '@mui/material/IconButton';
import ToggleButton from '@mui/material/ToggleButton';
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LayerField } from '../map/layers/layer-fields.ts';
import { radii, sizes } from '../ui/sizes.ts';
import { ClauseFields, type ClauseFieldsProps, type ValuesOf } from './clause-fields.tsx';
import {
  type Clause,
  type ClauseGroup,
  emptyClause,
  isComplete,
  isGroup,
  type LayerFilter,
} from './filter-sql.ts';

export interface ConditionBuilderProps {
  fields: readonly LayerField[];
  filter: LayerFilter;
  onChange: (filter: LayerFilter) => void;
  valuesOf: ValuesOf;
  /** Whether values that are missing are marked as errors. */
  showMissing?: boolean;
  /** Whether the last condition may be removed too. */
  mayBeEmpty?: boolean;
  /** Other ways to add a condition, beside the buttons. */
  more?: ReactNode;
}

/** Readable conditions over the fields of a layer, and groups of them. */
export function ConditionBuilder({
  fields,
  filter,
  onChange,
  valuesOf,
  showMissing = false,
  mayBeEmpty = false,
  more,
}: ConditionBuilderProps) {
  const { t } = useTranslation();
  const { match, clauses } = filter;
  const empty = emptyClause(fields[0]);
  const change = (next: LayerFilter['clauses']) => onChange({ ...filter, clauses: next });
  const isReady = clauses.every(isComplete);
  return (
    <>
      {clauses.length > 1 && (
        <MatchChoice match={match} onChange={(next) => onChange({ ...filter, match: next })} />
      )}
      {clauses.map((clause, index) => {
        const remove = (mayBeEmpty || clauses.length > 1) && {
          onRemove: () => change(clauses.toSpliced(index, 1)),
        };
        const part = { valuesOf, fields, showMissing };
        const replace = (next: Clause | ClauseGroup) => change(clauses.with(index, next));
        // Clauses are only ever removed, never reordered.
        const key = `${index}-${clauses.length}`;
        return isGroup(clause) ? (
          <GroupFields key={key} {...part} {...remove} group={clause} empty={empty} onChange={replace} />
        ) : (
          <ClauseFields key={key} {...part} {...remove} clause={clause} onChange={replace} />
        );
      })}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
        <Button startIcon={<Add />} onClick={() => change([...clauses, empty])} disabled={!isReady}>
          {t('condition.add')}
        </Button>
        <Button
          startIcon={<Add />}
          onClick={() => change([...clauses, { match: 'any', clauses: [empty, empty] }])}
          disabled={!isReady}
        >
          {t('condition.addGroup')}
        </Button>
        {more}
      </Box>
    </>
  );
}

function MatchChoice({
  match,
  onChange,
}: {
  match: LayerFilter['match'];
  onChange: (match: LayerFilter['match']) => void;
}) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={match}
      aria-label={t('condition.match')}
      onChange={(_event, next: LayerFilter['match'] | null) => next && onChange(next)}
    >
      <ToggleButton value="all">{t('condition.all')}</ToggleButton>
      <ToggleButton value="any">{t('condition.any')}</ToggleButton>
    </ToggleButtonGroup>
  );
}

/** Conditions that count as one. */
function GroupFields({
  group: { match, clauses },
  empty,
  onChange,
  onRemove,
  ...part
}: Omit<ClauseFieldsProps, 'clause' | 'onChange'> & {
  group: ClauseGroup;
  empty: Clause;
  onChange: (group: ClauseGroup) => void;
}) {
  const { t } = useTranslation();
  return (
    <Box component="fieldset" aria-label={t('condition.group')} sx={groupStyles.box}>
      <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between' }}>
        <MatchChoice match={match} onChange={(next) => onChange({ match: next, clauses })} />
        {onRemove && (
          <IconButton aria-label={t('condition.removeGroup')} onClick={onRemove} sx={groupStyles.remove}>
            <Close fontSize="small" />
          </IconButton>
        )}
      </Box>
      {clauses.map((clause, index) => (
        <ClauseFields
          key={`${index}-${clauses.length}`}
          {...part}
          clause={clause}
          onChange={(next) => onChange({ match, clauses: clauses.with(index, next) })}
          {...(clauses.length > 1 && {
            onRemove: () => onChange({ match, clauses: clauses.toSpliced(index, 1) }),
          })}
        />
      ))}
      <Button
        size="small"
        startIcon={<Add />}
        onClick={() => onChange({ match, clauses: [...clauses, empty] })}
        sx={{ justifySelf: 'start' }}
      >
        {t('condition.addToGroup')}
      </Button>
    </Box>
  );
}

const groupStyles = {
  box: {
    display: 'grid',
    gap: 1,
    m: 0,
    p: 1.5,
    minWidth: 0,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.card,
    backgroundColor: 'action.hover',
  },
  remove: { width: sizes.touch, height: sizes.touch },
} as const;
