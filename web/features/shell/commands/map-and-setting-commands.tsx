import Contrast from '@mui/icons-material/ContrastOutlined';
import DarkMode from '@mui/icons-material/DarkModeOutlined';
import History from '@mui/icons-material/History';
import LightMode from '@mui/icons-material/LightModeOutlined';
import MapOutlined from '@mui/icons-material/MapOutlined';
import Straighten from '@mui/icons-material/Straighten';
import Translate from '@mui/icons-material/Translate';
import { useColorScheme } from '@mui/material/styles';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { TranslatedItem } from '../../../../wire/item-translations.ts';
import { allOf, searchText, webMapsOnly } from '../../../../wire/search-text.ts';
import { useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { useUnitSystem } from '../../../context/use-unit-system.ts';
import {
  nativeName,
  offeredLanguages,
  useChangeLanguage,
  useItemTexts,
  useLanguage,
} from '../../../i18n/index.ts';
import { recentMaps } from '../../../context/recent-maps.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { searchItems } from '../../../portal/search-items.ts';
import { type Command, useCommands, useRegisterCommands } from './commands-context.ts';
import { useSettledText } from './use-choice.ts';

const themes = [
  ['light', LightMode],
  ['dark', DarkMode],
  ['system', Contrast],
] as const;

/** Theme, units and language. */
export function SettingCommands() {
  const { t } = useTranslation();
  const { config } = useConfiguration();
  const { mode, setMode } = useColorScheme();
  const [units, setUnits] = useUnitSystem();
  const { language } = useLanguage();
  const changeLanguage = useChangeLanguage();
  const source = useMemo(
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
  useRegisterCommands('settings', source);
  return null;
}

/** The largest number of the portal's maps offered for a text. */
const max = 6;

/** The maps opened on this device, and the portal's maps that match the text. */
export function MapsToOpenCommands() {
  const { t } = useTranslation();
  const { titleOf } = useItemTexts();
  const navigate = useNavigate();
  const { text } = useCommands();
  const { org, config, connection } = useConfiguration();
  const { who, known } = usePortalIdentity(connection);
  const settledText = useSettledText(text);
  const words = searchText(settledText);
  const recent = useMemo(() => recentMaps(localStorage, org, who), [org, who]);
  const { data, isFetching, error } = useQuery({
    queryKey: personKeys(connection, who).mapsByWords(config.gallery.query, words),
    queryFn: ({ signal }) =>
      searchItems(connection, { q: allOf(webMapsOnly, config.gallery.query, words), num: max }, signal),
    enabled: known && settledText.length > 1 && words !== '',
    staleTime: 60_000,
  });
  const source = useMemo(() => {
    const open = (path: string, item: TranslatedItem, Icon: Command['Icon']): Command => ({
      id: `map ${path}`,
      group: 'maps',
      title: titleOf(item),
      Icon,
      run: () => void navigate(`/${org}/map/${path}`),
    });
    const remembered = new Set(recent.map(({ id }) => id));
    return {
      commands: [
        ...recent.map((map) => open(`${map.kind}/${map.id}`, map, History)),
        ...(data?.results ?? [])
          .filter(({ id }) => !remembered.has(id))
          .map((item) => ({ ...open(`wid/${item.id}`, item, MapOutlined), found: true })),
      ],
      searching: isFetching,
      ...(error && { failure: t('commands.failed.maps') }),
    };
  }, [t, titleOf, navigate, org, recent, data, isFetching, error]);
  useRegisterCommands('maps', source);
  return null;
}
