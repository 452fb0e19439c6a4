import type { TFunction } from 'i18next';
import type { AppConfig } from '../../../wire/app-config.ts';
import { isLanguage, nativeName } from '../languages/index.ts';

/** One part of the configuration. An empty value means that nothing is set. */
export interface ConfigSectionContent {
  title: string;
  fields: { name: string; value: string }[];
}

/** The configuration in the parts and order in which people think of it. */
export function configSections(config: AppConfig, t: TFunction): ConfigSectionContent[] {
  const { portal, map, gallery, integrations, languages, sharing, theme } = config;
  const field = (name: string, value: string) => ({ name, value });
  const yesNo = (value: boolean) => (value ? t('administration.yes') : t('administration.no'));
  return [
    {
      title: t('administration.general'),
      fields: [
        field(t('administration.field.title'), config.title),
        field(t('administration.field.welcome'), welcomeText(config.welcome)),
        field(t('administration.field.feedback'), config.feedback?.url ?? ''),
        field(t('administration.field.anonymousSharing'), yesNo(sharing.anonymous)),
      ],
    },
    {
      title: t('administration.portal'),
      fields: [
        field(t('administration.field.portalUrl'), portal.url),
        field(t('administration.field.appId'), portal.appId),
        field(t('administration.field.adminGroupId'), portal.adminGroupId),
        field(t('administration.field.signIn'), portal.signIn),
        field(t('administration.field.logo'), portal.customLogo),
      ],
    },
    {
      title: t('administration.map'),
      fields: [
        field(t('administration.field.template'), map.templateWebMapId),
        field(t('administration.field.extent'), map.extent?.join(', ') ?? ''),
        field(t('administration.field.basemap.light'), map.basemap.light),
        field(t('administration.field.basemap.dark'), map.basemap.dark),
      ],
    },
    {
      title: t('administration.gallery'),
      fields: [
        field(t('administration.field.groups'), gallery.groups.join(', ')),
        field(t('administration.field.query'), gallery.query),
      ],
    },
    {
      title: t('administration.look'),
      fields: [
        field(t('administration.field.primary'), theme.primary),
        field(
          t('administration.field.languages'),
          languages.join(', ') || t('administration.field.languages.all'),
        ),
      ],
    },
    {
      title: t('administration.integrations'),
      fields: integrations.length
        ? integrations.map(({ id, title, type, enabled }) =>
            field(title, `${type} (${id})${enabled ? '' : ` – ${t('administration.no')}`}`),
          )
        : [field(t('administration.integrations'), '')],
    },
  ];
}

function welcomeText(welcome: AppConfig['welcome']): string {
  if (typeof welcome === 'string') return welcome;
  return Object.entries(welcome)
    .map(([language, text]) => `${isLanguage(language) ? nativeName(language) : language}: ${text}`)
    .join('\n');
}
