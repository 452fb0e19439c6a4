import { html, type Html } from '../../platform/http/html.ts';
import { factsTable, layoutPage, linkList, type PageLink, rowsTable } from '../../platform/http/html-page.ts';
import type { ServiceCall } from '../feature-server/context.ts';
import type { HostedLayer } from '../layer/layer.ts';
import { crsOf } from './crs.ts';
import { pageAddress, sameRequest } from './links.ts';

type Call = Pick<ServiceCall, 'context' | 'parameters' | 'request' | 'service'>;

/** The pages above one of a collection, or above one of the service. */
export function crumbsOf(call: Call, layer?: HostedLayer): PageLink[] {
  const service = { href: pageAddress(call, ''), text: call.service.name };
  if (!layer) return [service];
  return [
    service,
    { href: pageAddress(call, '/collections'), text: 'Collections' },
    { href: pageAddress(call, `/collections/${layer.layerId}`), text: layer.name },
  ];
}

/** Other representations of the page that was requested. */
export function formatsOf(call: Call): PageLink[] {
  return [{ href: sameRequest(call, { f: 'json' }), text: 'JSON' }];
}

export function landingPage(call: Call, hasTiles: boolean): string {
  const { service } = call;
  return layoutPage({
    title: service.name,
    crumbs: [],
    formats: formatsOf(call),
    main: [
      ...(service.description ? [html`<p>${service.description}</p>`] : []),
      ...(service.copyright ? [html`<p class="quiet">${service.copyright}</p>`] : []),
      html`<h2>Contents</h2>`,
      linkList([
        { href: pageAddress(call, '/collections'), text: 'Collections' },
        ...(hasTiles ? [{ href: pageAddress(call, '/tiles'), text: 'Vector tiles' }] : []),
        { href: pageAddress(call, '/conformance'), text: 'Conformance' },
        { href: pageAddress(call, '/api'), text: 'API definition' },
      ]),
    ],
  });
}

export function conformancePage(call: Call, classes: readonly string[]): string {
  const main = linkList(classes.map((uri) => ({ href: uri, text: uri })));
  return layoutPage({ title: 'Conformance', crumbs: crumbsOf(call), formats: formatsOf(call), main });
}

export function collectionsPage(call: Call, layers: readonly HostedLayer[]): string {
  const rows = layers.map((layer) => [
    html`<a href="${pageAddress(call, `/collections/${layer.layerId}`)}">${layer.name}</a>`,
    layer.featureCount,
    layer.description,
  ]);
  const main = rowsTable(['Collection', 'Features', 'Description'], rows);
  return layoutPage({ title: 'Collections', crumbs: crumbsOf(call), formats: formatsOf(call), main });
}

export function collectionPage(call: Call, layer: HostedLayer, hasTiles: boolean): string {
  const below = (path: string) => pageAddress(call, `/collections/${layer.layerId}${path}`);
  const { extent } = layer;
  return layoutPage({
    title: layer.name,
    crumbs: crumbsOf(call, layer).slice(0, 2),
    formats: formatsOf(call),
    main: [
      factsTable([
        ['Description', layer.description],
        ['Features', layer.featureCount],
        ['Extent', extent ? Object.values(extent).join(', ') : undefined],
        [
          'Coordinate systems',
          crsOf(layer)
            .map(({ uri }) => uri)
            .join(' '),
        ],
      ]),
      html`<h2>Contents</h2>`,
      linkList([
        { href: below('/items'), text: 'Features' },
        { href: below('/queryables'), text: 'Queryables' },
        { href: below('/schema'), text: 'Schema' },
        ...(hasTiles ? [{ href: below('/tiles'), text: 'Vector tiles' }] : []),
      ]),
    ],
  });
}

interface Property {
  title?: string;
  type?: string;
  format?: string;
}

/** The fields of a collection, with their types. */
export function schemaPage(call: Call, layer: HostedLayer, title: string, schema: object): string {
  const { properties } = schema as { properties: Record<string, Property> };
  const rows = Object.entries(properties).map(([name, property]) => [
    name,
    property.title ?? '',
    [property.type, property.format].filter((part) => part !== undefined).join(', '),
  ]);
  const main = rowsTable(['Property', 'Title', 'Type'], rows);
  return layoutPage({ title, crumbs: crumbsOf(call, layer), formats: formatsOf(call), main });
}

interface Definition {
  paths: Record<string, { get: { summary: string; parameters?: unknown[] } }>;
}

/** The addresses of the API. */
export function definitionPage(call: Call, definition: object): string {
  const rows = Object.entries((definition as Definition).paths).map(([path, { get }]): (string | Html)[] => [
    html`<code>${path}</code>`,
    get.summary,
  ]);
  const main = rowsTable(['Address', 'Content'], rows);
  return layoutPage({ title: 'API definition', crumbs: crumbsOf(call), formats: formatsOf(call), main });
}
