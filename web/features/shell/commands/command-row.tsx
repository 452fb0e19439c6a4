import Check from '@mui/icons-material/Check';
import Box from '@mui/material/Box';
import type { LiHTMLAttributes } from 'react';
import { useTranslation } from 'react-i18next';
import type { Command } from './command.ts';

/** A command as an option of the list. */
export function CommandRow({
  command: { Icon, title, inUse },
  optionProps,
}: {
  command: Command;
  optionProps: LiHTMLAttributes<HTMLLIElement>;
}) {
  const { t } = useTranslation();
  return (
    <Box component="li" {...optionProps} sx={styles.row}>
      <Icon fontSize="small" sx={{ color: 'text.secondary', flexShrink: 0 }} />
      <Box component="span" sx={{ flex: 1, minWidth: 0, overflowWrap: 'anywhere' }}>
        <bdi>{title}</bdi>
      </Box>
      {inUse && (
        <Box component="span" sx={{ display: 'flex', color: 'primary.readable' }}>
          <Check fontSize="small" titleAccess={t('commands.inUse')} />
        </Box>
      )}
    </Box>
  );
}

const styles = {
  row: {
    display: 'flex',
    alignItems: 'center',
    gap: 1.5,
    px: 1.5,
    py: 0.5,
    minHeight: { xs: 44, sm: 40 },
    borderRadius: '8px',
    cursor: 'pointer',
    // Room for the headings that stay at the top while the list scrolls.
    scrollMarginTop: 40,
    '&[aria-selected="true"]': {
      backgroundColor: 'color-mix(in srgb, var(--mui-palette-primary-main) 18%, transparent)',
    },
  },
} as const;
