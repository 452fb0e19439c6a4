import { expect, it } from 'vitest';
import { fakeContext, webMap } from '../../../../testing/web/fake-context.ts';
import { show } from '../../../../testing/web/render.tsx';
import type { TranslatedItem } from '../../../../wire/item-translations.ts';
import { titledBy } from '../../../../wire/map-translations.ts';
import { useReaderTexts } from './use-reader-texts.ts';

const document = { mappingTranslations: { en: { Stadtbäume: 'City trees', Bäume: 'Trees' } } };
const translated = { mappingTranslations: { en: { title: 'City trees' } } };

async function titleOf(kind: string, texts: TranslatedItem, signedIn = false) {
  const Title = ({ stored }: { stored: Parameters<typeof useReaderTexts>[1] }) => (
    <h1>{useReaderTexts(kind, stored).title}</h1>
  );
  const stored = { texts, webMap: { item: undefined, data: document } };
  const view = show(<Title stored={stored} />, { context: await fakeContext({ signedIn }) });
  return (await view.screen.findByRole('heading')).textContent;
}

it('readers of a link read its title in their language, if its document has it', async () => {
  expect(await titleOf('shared-map', titledBy('Stadtbäume', document))).toBe('City trees');
});

it('readers of a link read its own title otherwise', async () => {
  expect(await titleOf('shared-map', titledBy('Stadtplan', document))).toBe('Stadtplan');
});

it('those who may change a map read its own title', async () => {
  const item = webMap({ title: 'Stadtbäume', properties: translated });
  expect(await titleOf('web-map', item, true)).toBe('Stadtbäume');
});

it('its readers read it in their language', async () => {
  const item = webMap({ title: 'Stadtbäume', properties: translated });
  expect(await titleOf('web-map', item)).toBe('City trees');
});
