import Search from '@mui/icons-material/Search';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import Paper from '@mui/material/Paper';
import { type ComponentType, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sizes, textSizes } from '../../../ui/sizes.ts';

/**
 * The box over the map. It looks like a field and becomes one when used, so that the search code is not loaded with the
 * map.
 */
export function SearchBox() {
  const { t } = useTranslation();
  const [Field, setField] = useState<ComponentType>();
  const box = useRef<HTMLDivElement>(null);
  // The button was pressed to start typing.
  useEffect(() => {
    if (Field) box.current?.querySelector('input')?.focus();
  }, [Field]);
  const open = async () => {
    try {
      const { PlaceSearch } = await import('./place-search.tsx');
      setField(() => PlaceSearch);
    } catch {
      // The button can still be pressed again.
    }
  };
  return (
    <Paper ref={box} component="search" variant="outlined" sx={styles.box}>
      {Field ? (
        <Field />
      ) : (
        <ButtonBase
          onClick={() => void open()}
          onFocus={() => void import('./place-search.tsx').catch(() => {})}
          sx={styles.button}
        >
          <Search fontSize="small" />
          <Box component="span" sx={styles.words}>
            {t('search.placeholder')}
          </Box>
        </ButtonBase>
      )}
    </Paper>
  );
}

const styles = {
  box: {
    width: { xs: '100%', sm: 340 },
    maxWidth: '100%',
    overflow: 'hidden',
    boxShadow: '0 2px 8px rgb(0 0 0 / 10%)',
  },
  words: { minWidth: 0, lineHeight: 1.2, textAlign: 'start', overflowWrap: 'anywhere' },
  button: {
    width: '100%',
    minHeight: sizes.touch,
    py: 0.5,
    justifyContent: 'flex-start',
    gap: 1,
    px: 1.5,
    fontFamily: 'inherit',
    fontSize: textSizes.normal,
    color: 'text.secondary',
    cursor: 'text',
  },
} as const;
