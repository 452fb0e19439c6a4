import Box from '@mui/material/Box';
import Checkbox from '@mui/material/Checkbox';
import ListItemText from '@mui/material/ListItemText';
import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type EnrichRequest,
  type EnrichSession,
  mostFields,
  mostLayers,
} from '../../../map/enrich/enrich.ts';
import type { LayerState } from '../../../map/map-state.ts';
import { mapKeys } from '../../../map/query-keys.ts';
import { WideChoice } from '../../../ui/choice.tsx';

interface EnrichLayersProps {
  session: EnrichSession;
  layers: readonly LayerState[];
  requests: readonly EnrichRequest[];
  onChange: (requests: readonly EnrichRequest[]) => void;
}

/** The layers to count, and for each its number fields and the field of its chart. */
export function EnrichLayers({ session, layers, requests, onChange }: EnrichLayersProps) {
  const { t } = useTranslation();
  const titleOf = (id: string) => layers.find((layer) => layer.id === id)?.title || t('layers.untitled');
  return (
    <>
      <Several
        label={t('enrich.layers')}
        values={requests.map(({ layerId }) => layerId)}
        options={layers.map(({ id }) => [id, titleOf(id)])}
        most={mostLayers}
        onChange={(ids) =>
          onChange(
            ids.map(
              (layerId) =>
                requests.find((one) => one.layerId === layerId) ?? {
                  layerId,
                  fields: [],
                  category: undefined,
                },
            ),
          )
        }
      />
      {requests.map((request) => (
        <OneLayer
          key={request.layerId}
          session={session}
          title={titleOf(request.layerId)}
          request={request}
          onChange={(changed) => onChange(requests.map((one) => (one === request ? changed : one)))}
        />
      ))}
    </>
  );
}

interface OneLayerProps {
  session: EnrichSession;
  title: string;
  request: EnrichRequest;
  onChange: (request: EnrichRequest) => void;
}

function OneLayer({ session, title, request, onChange }: OneLayerProps) {
  const { t } = useTranslation();
  const { data: fields = [] } = useQuery({
    queryKey: mapKeys.analysisFields(useId(), request.layerId),
    queryFn: () => session.fields(request.layerId),
    gcTime: 0,
  });
  const numbers = fields.filter(({ kind }) => kind === 'number');
  return (
    <Box sx={{ display: 'grid', gap: 2 }}>
      {numbers.length > 0 && (
        <Several
          label={t('enrich.fields', { title })}
          values={request.fields}
          options={numbers.map((field) => [field.name, field.title])}
          most={mostFields}
          onChange={(names) => onChange({ ...request, fields: names })}
        />
      )}
      {fields.length > 0 && (
        <WideChoice
          label={t('enrich.category', { title })}
          value={request.category ?? ''}
          onChange={(name) => onChange({ ...request, category: name || undefined })}
        >
          {[
            ['', t('enrich.none')] as const,
            ...fields
              .filter(({ kind }) => kind !== 'date')
              .map(({ name, title: own }) => [name, own] as const),
          ]}
        </WideChoice>
      )}
    </Box>
  );
}

interface SeveralProps {
  label: string;
  values: readonly string[];
  options: readonly (readonly [value: string, text: string])[];
  most: number;
  onChange: (values: readonly string[]) => void;
}

function Several({ label, values, options, most, onChange }: SeveralProps) {
  const { t } = useTranslation();
  const titles = options.filter(([value]) => values.includes(value)).map(([, text]) => text);
  return (
    <TextField
      select
      fullWidth
      size="small"
      label={label}
      value={values}
      onChange={({ target }) => onChange(target.value as unknown as string[])}
      slotProps={{
        inputLabel: { shrink: true },
        select: {
          multiple: true,
          displayEmpty: true,
          renderValue: () => (
            <Box dir="auto" sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
              {titles.length > 0 ? titles.join(', ') : t('enrich.none')}
            </Box>
          ),
        },
      }}
    >
      {options.map(([value, text]) => (
        <MenuItem key={value} value={value} dense disabled={values.length >= most && !values.includes(value)}>
          <Checkbox size="small" edge="start" checked={values.includes(value)} tabIndex={-1} disableRipple />
          <ListItemText primary={<bdi>{text}</bdi>} />
        </MenuItem>
      ))}
    </TextField>
  );
}
