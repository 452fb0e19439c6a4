import Box from '@mui/material/Box';
import { useTranslation } from 'react-i18next';
import { radii, textSizes } from '../../../ui/sizes.ts';

/** Lists the keys on devices with a keyboard. Screen readers announce them from the combobox. */
export function PaletteHints() {
  const { t } = useTranslation();
  const hints = [
    ['↑ ↓', t('commands.hint.choose')],
    ['↵', t('commands.hint.run')],
    ['Esc', t('commands.hint.close')],
  ] as const;
  return (
    <Box aria-hidden sx={styles.hints}>
      {hints.map(([keys, text]) => (
        <Box key={keys} component="span" sx={{ display: 'flex', alignItems: 'center', gap: 0.75 }}>
          <Box component="kbd" sx={styles.key}>
            {keys}
          </Box>
          {text}
        </Box>
      ))}
    </Box>
  );
}

const styles = {
  hints: {
    // Phones have no such keys.
    display: { xs: 'none', sm: 'flex' },
    '@media (hover: none)': { display: 'none' },
    flexShrink: 0,
    gap: 2,
    px: 2,
    py: 1,
    borderTop: 1,
    borderColor: 'divider',
    fontSize: textSizes.small,
    color: 'text.secondary',
  },
  key: {
    px: 0.75,
    border: 1,
    borderColor: 'divider',
    borderRadius: radii.small,
    fontFamily: 'inherit',
    lineHeight: 1.5,
  },
} as const;
