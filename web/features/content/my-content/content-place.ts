/** Sort fields of my content, by the portal's names. */
export const contentSorts = ['created', 'modified', 'title', 'type', 'size', 'numViews'] as const;
export type ContentSort = (typeof contentSorts)[number];

/** Items on one page. */
export const contentPage = 10;

/** The state of my content in the URL. */
export interface ContentPlace {
  /** The search text; empty: list everything. */
  text: string;
  /** Id of a folder, `everywhere`, or `root` for items in no folder. */
  folder: string;
  sort: ContentSort;
  order: 'asc' | 'desc';
  /** Counting from 1. */
  page: number;
}

/** The default state: everything, the last changed first. */
export const allContent: ContentPlace = {
  text: '',
  folder: 'everywhere',
  sort: 'modified',
  order: 'desc',
  page: 1,
};

/** Reads the URL; invalid values count as absent. */
export function readContentPlace(params: URLSearchParams): ContentPlace {
  const page = Math.trunc(Number(params.get('page') ?? 1));
  const folder = params.get('folder') ?? '';
  return {
    text: params.get('q') ?? '',
    folder: /^[\w-]{1,100}$/.test(folder) ? folder : allContent.folder,
    sort: contentSorts.find((sort) => sort === params.get('sort')) ?? allContent.sort,
    order: readOrder(params.get('order')),
    page: page > 1 && page < 100_000 ? page : 1,
  };
}

function readOrder(value: string | null): ContentPlace['order'] {
  return value === 'asc' || value === 'desc' ? value : allContent.order;
}

/** Writes the URL: only what differs from the defaults; other parameters are unchanged. */
export function writeContentPlace(params: URLSearchParams, place: ContentPlace): URLSearchParams {
  const next = new URLSearchParams(params);
  for (const [part, value] of Object.entries(place)) {
    const name = part === 'text' ? 'q' : part;
    if (value === allContent[part as keyof ContentPlace]) next.delete(name);
    else next.set(name, String(value));
  }
  return next;
}
