import Box from '@mui/material/Box';
import Paper from '@mui/material/Paper';
import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { AuditEntryWire } from '../../../../wire/administration.ts';
import { useLanguage } from '../../languages/index.ts';
import { pathWords, wordsFor } from '../words.ts';

/** Acts, newest first: when, who, what, and which settings. */
export function AuditTable({ entries }: { entries: readonly AuditEntryWire[] }) {
  const { t } = useTranslation();
  const { formats } = useLanguage();
  const moment = new Intl.DateTimeFormat(formats, { dateStyle: 'short', timeStyle: 'medium' });
  const detailOf = ({ act, subject, detail }: AuditEntryWire): string => {
    const changed = detail['changed'];
    if (act.startsWith('config.') && Array.isArray(changed))
      return changed.map((path) => pathWords(t, String(path))).join(', ');
    const { title, people } = detail;
    // A picture is named by its content, which tells nobody anything.
    if (act === 'logo.uploaded') return '';
    const { to } = detail;
    if (act === 'person.deleted' && typeof to === 'string')
      return t('administration.audit.handedOver', { name: subject, newOwner: to });
    if (typeof title !== 'string') return subject;
    // Somebody's own thing: whose, and what it was called.
    if (/^(item|folder|shared-map)\./.test(act)) return title ? `${subject}: ${title}` : subject;
    return Array.isArray(people) ? `${title}: ${people.join(', ')}` : title;
  };
  return (
    <Paper component="ul" variant="outlined" sx={{ m: 0, p: 0, listStyle: 'none', borderRadius: '12px' }}>
      {entries.map((entry) => (
        <Box
          component="li"
          key={entry.id}
          sx={{
            display: 'grid',
            gridTemplateColumns: { xs: '1fr', sm: '170px 140px 1fr' },
            columnGap: 2,
            px: 2,
            py: 1.25,
            '& + &': { borderTop: 1, borderColor: 'divider' },
          }}
        >
          <Typography color="textSecondary" sx={{ fontVariantNumeric: 'tabular-nums' }}>
            <time dateTime={new Date(entry.at).toISOString()}>{moment.format(entry.at)}</time>
          </Typography>
          <Typography noWrap>{entry.actor}</Typography>
          <Box sx={{ minWidth: 0 }}>
            <Typography>{wordsFor(t, `administration.act.${entry.act}`, entry.act)}</Typography>
            <Typography color="textSecondary" variant="body2" sx={{ overflowWrap: 'anywhere' }}>
              {detailOf(entry)}
            </Typography>
          </Box>
        </Box>
      ))}
    </Paper>
  );
}
