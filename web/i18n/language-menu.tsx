import Translate from '@mui/icons-material/Translate';
import IconButton from '@mui/material/IconButton';
import { useCallback, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Hint } from '../ui/hint.tsx';
import { LazyBoundary } from '../ui/lazy-boundary.tsx';

/**
 * The menu of languages, each by its own name.
 * @param props.offered tags the organisation offers; empty means every complete one
 */
export function LanguageMenu({ offered }: { offered: readonly string[] }) {
  const { t } = useTranslation();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const menuId = useId();
  const close = useCallback(() => setAnchor(null), []);
  return (
    <>
      <Hint title={t('language.choose')}>
        <IconButton
          color="inherit"
          aria-label={t('language.choose')}
          aria-haspopup="menu"
          aria-controls={anchor ? menuId : undefined}
          aria-expanded={Boolean(anchor)}
          onClick={(event) => setAnchor(event.currentTarget)}
        >
          <Translate fontSize="small" />
        </IconButton>
      </Hint>
      <LazyBoundary
        wanted={anchor !== null}
        load={loadMenu}
        props={{ id: menuId, anchor, offered, onClose: close }}
      />
    </>
  );
}

const loadMenu = async () => (await import('./language-choices.tsx')).LanguageChoices;
