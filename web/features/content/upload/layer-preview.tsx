import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import MenuItem from '@mui/material/MenuItem';
import Paper from '@mui/material/Paper';
import Select from '@mui/material/Select';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { UploadLayer } from '../../../../wire/upload.ts';
import { useFormats } from '../../../i18n/index.ts';
import { radii } from '../../../ui/sizes.ts';
import type { Details } from './use-upload.ts';

export interface LayerPreviewProps {
  layer: UploadLayer;
  /** False if only the beginning of the file was read. */
  complete: boolean;
  /** The types that the user has chosen, by field. */
  types: Details['types'];
  onType: (field: string, type: string) => void;
}

/** One future layer: its kind, its fields with their types to choose, its first rows. */
export function LayerPreview({ layer, complete, types, onType }: LayerPreviewProps) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const count = complete ? 'upload.features' : 'upload.featuresSeen';
  return (
    <Box component="section" aria-label={layer.name} sx={{ display: 'grid', gap: 1, minWidth: 0 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, flexWrap: 'wrap' }}>
        <Typography variant="h3" sx={{ overflowWrap: 'anywhere' }}>
          {layer.name}
        </Typography>
        <Chip size="small" label={t(`upload.geometry.${geometryKind(layer.geometryType)}`)} />
        {(complete || layer.featureCount > 0) && (
          <Typography variant="body2" color="textSecondary">
            {t(count, { count: layer.featureCount, number: number(layer.featureCount) })}
          </Typography>
        )}
      </Box>
      <TableContainer
        component={Paper}
        variant="outlined"
        tabIndex={0}
        sx={{ maxHeight: 280, borderRadius: radii.card }}
      >
        <Table size="small" stickyHeader aria-label={t('upload.rows', { name: layer.name })}>
          <TableHead>
            <TableRow>
              {layer.fields.map(({ name, type }, index) => (
                <TableCell key={index} sx={{ whiteSpace: 'nowrap' }}>
                  {name}
                  <FieldTypeChoice
                    name={name}
                    type={type}
                    chosen={types.get(name) ?? type}
                    onChange={(next) => onType(name, next)}
                  />
                </TableCell>
              ))}
            </TableRow>
          </TableHead>
          <TableBody>
            {layer.rows.map((row, index) => (
              <TableRow key={index}>
                {row.map((value, column) => (
                  <TableCell
                    key={column}
                    sx={{ whiteSpace: 'nowrap', maxWidth: 280, overflow: 'hidden', textOverflow: 'ellipsis' }}
                  >
                    {value}
                  </TableCell>
                ))}
              </TableRow>
            ))}
          </TableBody>
        </Table>
      </TableContainer>
    </Box>
  );
}

/** The types to choose from; GUIDs and other types of a file are kept until another one is chosen. */
const choices = {
  text: 'esriFieldTypeString',
  whole: 'esriFieldTypeInteger',
  number: 'esriFieldTypeDouble',
  date: 'esriFieldTypeDate',
} as const satisfies Record<FieldKind, string>;
const kinds = Object.keys(choices) as FieldKind[];

interface FieldTypeChoiceProps {
  name: string;
  /** The type that fits the values of the file. */
  type: string;
  chosen: string;
  onChange: (type: string) => void;
}

function FieldTypeChoice({ name, type, chosen, onChange }: FieldTypeChoiceProps) {
  const { t } = useTranslation();
  return (
    <Select
      size="small"
      value={fieldKind(chosen)}
      onChange={({ target }) => onChange(target.value === fieldKind(type) ? type : choices[target.value])}
      inputProps={{ 'aria-label': t('upload.typeOf', { name }) }}
      sx={{
        display: 'flex',
        mt: 0.5,
        typography: 'caption',
        color: 'text.secondary',
        '& .MuiSelect-select': { py: 0.5 },
      }}
    >
      {kinds.map((kind) => (
        <MenuItem key={kind} value={kind}>
          {t(`upload.type.${kind}`)}
        </MenuItem>
      ))}
    </Select>
  );
}

/** Readable names of field types. */
type FieldKind = 'number' | 'whole' | 'date' | 'text';

export function fieldKind(type: string): FieldKind {
  if (type.endsWith('Integer')) return 'whole';
  if (/(Double|Single)$/.test(type)) return 'number';
  return type.endsWith('Date') ? 'date' : 'text';
}

/** Readable names of geometry types. */
type GeometryKind = 'points' | 'lines' | 'areas' | 'table';

export function geometryKind(type: string | null): GeometryKind {
  if (type === null) return 'table';
  if (type === 'esriGeometryPolygon') return 'areas';
  return type === 'esriGeometryPolyline' ? 'lines' : 'points';
}
