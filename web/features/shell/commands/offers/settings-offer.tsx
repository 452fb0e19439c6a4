import Contrast from '@mui/icons-material/ContrastOutlined';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import LightMode from '@mui/icons-material/LightModeOutlined';
import Straighten from '@mui/icons-material/Straighten';
import Translate from '@mui/icons-material/Translate';
import { useColorScheme } from '@mui/material/styles';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfiguration } from '../../../../context/application-context.ts';
import { useUnitSystem } from '../../../../context/use-unit-system.ts';
import { nativeName, offeredLanguages, useChangeLanguage, useLanguage } from '../../../../i18n/index.ts';
import { type Command, useOffer } from '../commands-context.ts';

const themes = [
  ['light', LightMode],
  ['dark', DarkMode],
  ['system', Contrast],
] as const;

/** Theme, units and language. */
export function SettingsOffer() {
  const { t } = useTranslation();
  const { config } = useConfiguration();
  const { mode, setMode } = useColorScheme();
  const [units, setUnits] = useUnitSystem();
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  const offer = useMemo(
    () => ({
      commands: [
        ...themes.map(([theme, Icon]): Command => ({
          id: `theme ${theme}`,
          group: 'settings',
          title: t(`commands.theme.${theme}`),
          Icon,
          inUse: mode === theme,
          run: () => setMode(theme),
        })),
        ...(['metric', 'imperial'] as const).map((system): Command => ({
          id: `units ${system}`,
          group: 'settings',
          title: t(`commands.units.${system}`),
          Icon: Straighten,
          inUse: units === system,
          run: () => setUnits(system),
        })),
        ...offeredLanguages(config.languages).map((tag): Command => ({
          id: `language ${tag}`,
          group: 'settings',
          title: t('commands.language', { name: nativeName(tag) }),
          words: tag,
          Icon: Translate,
          inUse: tag === language,
          whenTyped: true,
          run: () => changeLanguage(tag),
        })),
      ],
    }),
    [t, config.languages, mode, setMode, units, setUnits, language, changeLanguage],
  );
  useOffer('settings', offer);
  return null;
}
