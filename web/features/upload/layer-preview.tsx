import Box from '@mui/material/Box';
import Chip from '@mui/material/Chip';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { UploadLayer } from '../../../wire/upload.ts';
import { useFormats } from '../languages/index.ts';
import { fieldKind, geometryKind } from './kinds.ts';

/** One layer to be: its kind, its fields with their types, its first rows. */
export function LayerPreview({ layer, complete }: { layer: UploadLayer; complete: boolean }) {
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
        <Typography variant="body2" color="textSecondary">
          {t(count, { count: layer.featureCount, number: number(layer.featureCount) })}
        </Typography>
      </Box>
      <TableContainer
        component={Paper}
        variant="outlined"
        tabIndex={0}
        sx={{ maxHeight: 280, borderRadius: '12px' }}
      >
        <Table size="small" stickyHeader aria-label={t('upload.rows', { name: layer.name })}>
          <TableHead>
            <TableRow>
              {layer.fields.map(({ name, type }, index) => (
                <TableCell key={index} sx={{ whiteSpace: 'nowrap' }}>
                  {name}
                  <Typography variant="caption" component="div" color="textSecondary">
                    {t(`upload.type.${fieldKind(type)}`)}
                  </Typography>
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
