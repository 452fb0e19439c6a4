import Link from '@mui/material/Link';
import Paper from '@mui/material/Paper';
import Table from '@mui/material/Table';
import TableBody from '@mui/material/TableBody';
import TableCell from '@mui/material/TableCell';
import TableContainer from '@mui/material/TableContainer';
import TableHead from '@mui/material/TableHead';
import TableRow from '@mui/material/TableRow';
import { useTranslation } from 'react-i18next';
import { Link as RouterLink } from 'react-router';
import { useApplicationContext } from '../../context/application-context.ts';
import type { PortalItem } from '../../portal/portal-types.ts';
import { useFormats } from '../languages/index.ts';

/** Items as rows; a web map's title opens it. */
export function ContentTable({ items }: { items: readonly PortalItem[] }) {
  const { t } = useTranslation();
  const { org } = useApplicationContext();
  const { date } = useFormats();
  return (
    <TableContainer component={Paper} variant="outlined" sx={{ borderRadius: '12px' }}>
      <Table aria-label={t('content.title')}>
        <TableHead>
          <TableRow>
            <TableCell>{t('content.name')}</TableCell>
            <TableCell sx={onWideScreens}>{t('content.type')}</TableCell>
            <TableCell sx={onWideScreens}>{t('content.access')}</TableCell>
            <TableCell align="right">{t('content.changed')}</TableCell>
          </TableRow>
        </TableHead>
        <TableBody>
          {items.map(({ id, title, type, access, modified }) => (
            <TableRow key={id} hover sx={{ '&:last-child > *': { border: 0 } }}>
              <TableCell component="th" scope="row" sx={{ overflowWrap: 'anywhere', fontWeight: 500 }}>
                {type === 'Web Map' ? (
                  <Link component={RouterLink} to={`/${org}/map/wid/${id}`}>
                    {title}
                  </Link>
                ) : (
                  title
                )}
              </TableCell>
              <TableCell sx={onWideScreens}>{type}</TableCell>
              <TableCell sx={onWideScreens}>{t(`map.access.${access}`)}</TableCell>
              <TableCell align="right" sx={{ whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {date(modified)}
              </TableCell>
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

const onWideScreens = { display: { xs: 'none', sm: 'table-cell' } } as const;
