import { isTemporary } from '../../../../wire/errors.ts';
import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { itemText } from '../../../../wire/item-translations.ts';
import { dictionaryFor } from '../../../../wire/map-translations.ts';
import { useAuthor, useConfiguration, usePortalIdentity } from '../../../context/application-context.ts';
import { storeConfig } from '../../../context/stored-config.ts';
import { useLanguage } from '../../../i18n/index.ts';
import { translatedDocument } from '../../../map/translations/translations.ts';
import { type FormLayer, loadForm, type LoadedForm } from '../../../portal/forms/load-form.ts';
import { personKeys } from '../../../portal/query-keys.ts';
import { storeKnownForm, loadKnownForm } from './report-store.ts';

/** The form of an item in the user's language; while the portal does not respond, as it was opened before. */
export function useForm(formId: string) {
  const { org, config, connection } = useConfiguration();
  const { known } = usePortalIdentity(connection);
  const who = useAuthor(connection);
  const { language } = useLanguage();
  // Stored as its author wrote it: the next reader may have another language.
  const select = useCallback((form: LoadedForm) => inLanguage(form, language), [language]);
  return useQuery({
    select,
    queryKey: personKeys(connection, who).form(formId),
    enabled: known,
    staleTime: Infinity,
    networkMode: 'always',
    queryFn: async ({ signal }): Promise<LoadedForm> => {
      try {
        const form = await loadForm(connection, formId, signal);
        storeConfig(localStorage, org, config);
        await storeKnownForm(org, formId, who, form).catch(() => {});
        return form;
      } catch (error) {
        // The form may be the same as before if the portal is only out of reach.
        if (!isTemporary(error)) {
          await storeKnownForm(org, formId, who, undefined).catch(() => {});
          throw error;
        }
        const before = await loadKnownForm(org, formId, who).catch(() => undefined);
        if (before) return before;
        throw error;
      }
    },
  });
}

/** A form with the translations of its item, and of the web map that it is part of. */
export function inLanguage({ item, layers, document, ...form }: LoadedForm, language: string): LoadedForm {
  const dictionary = dictionaryFor(document, language);
  const translated = (formInfo: unknown) => {
    const map = { operationalLayers: [{ formInfo }] };
    return (translatedDocument(map, dictionary) as typeof map).operationalLayers[0]?.formInfo;
  };
  const snippet = itemText(item, 'snippet', language);
  return {
    ...form,
    item: { ...item, title: itemText(item, 'title', language), ...(snippet && { snippet }) },
    layers: layers.map((layer) => ({ ...layer, form: translated(layer.form) })),
  };
}

function textIn(form: unknown, member: 'title' | 'description'): string {
  const value = ((form ?? {}) as Record<string, unknown>)[member];
  return typeof value === 'string' ? value : '';
}

/** The title of a form: as its author wrote it, else that of its layer. */
export function titleOf({ form, layer }: FormLayer, { item, layers }: LoadedForm): string {
  return textIn(form, 'title') || (layers.length === 1 ? item.title : layer.name);
}

export function descriptionOf({ form }: FormLayer, { item }: LoadedForm): string {
  return textIn(form, 'description') || item.snippet || '';
}
