import type { TFunction } from 'i18next';
import type { GallerySearch } from './gallery-search.ts';

/** The label of an active filter, and the change that removes it. */
export type ActiveFilter = [label: string, without: Partial<GallerySearch>];

/** The active filters, in the order in which they are shown. */
export function activeFilters(t: TFunction, search: GallerySearch): ActiveFilter[] {
  const { kind, category, tags, area, attention } = search;
  return [
    ...(kind === 'maps' ? [] : [filter(t(`gallery.type.${kind}`), { kind: 'maps' })]),
    ...(category ? [filter(category.split('/').at(-1) ?? '', { category: '' })] : []),
    ...tags.map((tag) => filter(tag, { tags: tags.filter((other) => other !== tag) })),
    ...(area ? [filter(t('gallery.area'), { area: undefined })] : []),
    ...(attention ? [filter(t('gallery.attention'), { attention: false })] : []),
  ];
}

const filter = (label: string, without: Partial<GallerySearch>): ActiveFilter => [label, without];
