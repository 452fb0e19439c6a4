import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { Theme } from '@mui/material/styles';
import { useTranslation } from 'react-i18next';
import type { ConfigChange } from '../../../../wire/config-difference.ts';
import { isObject } from '../../../../wire/json.ts';
import { Logo } from '../../../ui/logo.tsx';
import { fieldPathName, memberName, messageOr, settingKey } from './field-names.ts';

/** Readable differences: the setting, its old and its new value. */
export function ChangeList({ changes }: { changes: readonly ConfigChange[] }) {
  const { t } = useTranslation();
  const valueText = (path: string, value: unknown): string => {
    if (value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
      return t('administration.notSet');
    if (value === true) return t('administration.yes');
    if (value === false) return t('administration.no');
    if (typeof value === 'string') return messageOr(t, `${settingKey('choice', path)}.${value}`, value);
    if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
    if (isObject(value)) {
      return Object.entries(value)
        .map(([name, inner]) => {
          const at = `${path}.${name}`;
          return `${memberName(t, at)}: ${valueText(at, inner)}`;
        })
        .join('\n');
    }
    return JSON.stringify(value);
  };
  return (
    <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none', display: 'grid', gap: 1 }}>
      {changes.map(({ path, before, after }) => (
        <Box component="li" key={path} sx={{ minWidth: 0 }}>
          <Typography color="textSecondary" variant="body2">
            {fieldPathName(t, path)}
          </Typography>
          <Typography sx={{ overflowWrap: 'anywhere' }}>
            <Box
              component={before === undefined || before === '' ? 'span' : 'del'}
              sx={{ ...styles.value, color: 'text.secondary' }}
            >
              {mark(path, before)}
              {valueText(path, before)}
            </Box>{' '}
            <Box component="span" aria-hidden sx={styles.arrow}>
              →
            </Box>{' '}
            <Box component="ins" sx={{ ...styles.value, textDecoration: 'none', fontWeight: 500 }}>
              {mark(path, after)}
              {valueText(path, after)}
            </Box>
          </Typography>
        </Box>
      ))}
    </Box>
  );
}

/** Values that are shown as well as described: a colour, and a logo. */
function mark(path: string, value: unknown) {
  if (typeof value !== 'string' || value === '') return null;
  if (/^#[0-9a-f]{6}$/i.test(value)) {
    return (
      <Box
        component="span"
        aria-hidden
        sx={{
          ...inline,
          width: 16,
          height: 16,
          bgcolor: value,
          borderRadius: 0.5,
          border: 1,
          borderColor: 'divider',
        }}
      />
    );
  }
  if (path !== 'portal.customLogo') return null;
  return (
    <Box component="span" aria-hidden sx={inline}>
      <Logo address={value} />
    </Box>
  );
}

const inline = { display: 'inline-block', verticalAlign: 'middle', marginInlineEnd: 1 } as const;

const styles = {
  // A separate block, so that URLs and texts have their own direction and lines are stacked.
  value: {
    display: 'inline-block',
    maxWidth: '100%',
    verticalAlign: 'top',
    textAlign: 'start',
    unicodeBidi: 'plaintext',
    whiteSpace: 'pre-line',
  },
  arrow: {
    display: 'inline-block',
    color: 'text.secondary',
    transform: (theme: Theme) => (theme.direction === 'rtl' ? 'scaleX(-1)' : 'none'),
  },
} as const;
