import Check from '@mui/icons-material/Check';
import ListItemIcon from '@mui/material/ListItemIcon';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useMemo } from 'react';
import type { Language } from '../../wire/languages.ts';
import { languageLabel, offeredLanguages } from './translations.ts';
import { useChangeLanguage, useLanguage } from './use-language.ts';

interface LanguageChoicesProps {
  id: string;
  anchor: HTMLElement | null;
  /** Tags the organisation offers; empty means every complete one. */
  offered: readonly string[];
  onClose: () => void;
}

/** The open menu of languages; loaded when it is opened. */
export function LanguageChoices({ id, anchor, offered, onClose }: LanguageChoicesProps) {
  const { language } = useLanguage();
  const change = useChangeLanguage();
  const choices = useMemo(() => sortedByName(offeredLanguages(offered)), [offered]);
  const choose = (next: Language) => {
    onClose();
    change(next);
  };
  return (
    <Menu
      id={id}
      anchorEl={anchor}
      open={Boolean(anchor)}
      onClose={onClose}
      slotProps={{ paper: { sx: { maxHeight: 'min(480px, 80dvh)', minWidth: 220 } } }}
    >
      {choices.map(({ tag, name }) => (
        <MenuItem
          key={tag}
          lang={tag}
          role="menuitemradio"
          aria-checked={tag === language}
          selected={tag === language}
          onClick={() => choose(tag)}
          sx={{ minHeight: { sm: 36 } }}
        >
          <ListItemIcon>{tag === language && <Check fontSize="small" />}</ListItemIcon>
          {name}
        </MenuItem>
      ))}
    </Menu>
  );
}

function sortedByName(languages: Language[]): { tag: Language; name: string }[] {
  const byName = new Intl.Collator('en', { sensitivity: 'base' });
  return languages
    .map((tag) => ({ tag, name: languageLabel(tag) }))
    .toSorted((a, b) => byName.compare(a.name, b.name));
}
