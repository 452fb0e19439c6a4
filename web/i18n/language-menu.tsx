import Check from '@mui/icons-material/Check';
import Translate from '@mui/icons-material/Translate';
import IconButton from '@mui/material/IconButton';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Tooltip from '@mui/material/Tooltip';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Language, offeredLanguages } from '../../wire/languages.ts';
import { nativeName } from './locales.ts';
import { useChangeLanguage, useLanguage } from './use-language.ts';

/**
 * The menu of languages, each by its own name.
 * @param props.offered tags the organisation offers; empty means all
 */
export function LanguageMenu({ offered }: { offered: readonly string[] }) {
  const { t } = useTranslation();
  const { language } = useLanguage();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const change = useChangeLanguage();
  const menuId = useId();
  const choices = useMemo(() => sortedByName(offeredLanguages(offered)), [offered]);

  const choose = (next: Language) => {
    setAnchor(null);
    change(next);
  };

  return (
    <>
      <Tooltip title={t('language.choose')}>
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
      </Tooltip>
      <Menu
        id={menuId}
        anchorEl={anchor}
        open={Boolean(anchor)}
        onClose={() => setAnchor(null)}
        slotProps={{ paper: { sx: { maxHeight: 'min(480px, 80dvh)', minWidth: 220 } } }}
      >
        {choices.map(({ tag, name }) => (
          <MenuItem
            key={tag}
            lang={tag}
            selected={tag === language}
            onClick={() => choose(tag)}
            sx={{ minHeight: 36 }}
          >
            <ListItemIcon>{tag === language && <Check fontSize="small" />}</ListItemIcon>
            {name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}

function sortedByName(languages: Language[]): { tag: Language; name: string }[] {
  const byName = new Intl.Collator('en', { sensitivity: 'base' });
  return languages
    .map((tag) => ({ tag, name: nativeName(tag) }))
    .toSorted((a, b) => byName.compare(a.name, b.name));
}
