import { html, type Html } from '../../platform/http/html.ts';
import { factsTable, type HtmlPage, linkList, rowsTable } from '../../platform/http/html-page.ts';
import { errorPage } from '../../platform/http/responses/page-responses.ts';
import { jsonFacts, shown } from '../../platform/http/json-facts.ts';
import { addressOf, type PageRequest, pathOf } from '../../platform/http/page-request.ts';
import { crumbsOf, serviceNameOf } from './crumbs.ts';
import { isQuery, queryPage } from './query-page.ts';

type Json = Record<string, unknown>;
type Named = { id: number; name: string };
interface Field {
  name: string;
  alias?: string;
  type: string;
  domain?: unknown;
  editable?: boolean;
  nullable?: boolean;
}

/** The page of a response, chosen by its address and its members. */
export function directoryPage(request: PageRequest, json: Json): Omit<HtmlPage, 'formats'> {
  return { crumbs: crumbsOf(request), ...pageOf(request, json) };
}

type Content = Pick<HtmlPage, 'title' | 'main'>;

function pageOf(request: PageRequest, json: Json): Content {
  const { url = '' } = request.routeOptions;
  const path = pathOf(request);
  if ('error' in json) return errorPage(json);
  if (Array.isArray(json['services'])) return cataloguePage(request, json);
  if (isQuery(url)) return { title: 'Query', main: queryPage(request, json) };
  if (Array.isArray(json['layers']) && /\/FeatureServer$/i.test(path)) return servicePage(request, json);
  if (Array.isArray(json['fields']) && /\/FeatureServer\/\d+$/i.test(path)) return layerPage(request, json);
  if ('feature' in json) return featurePage(json['feature'] as { attributes?: Json; geometry?: unknown });
  const last = path.split('/').at(-1) ?? '';
  return {
    title: last.endsWith('Server') ? `${serviceNameOf(request)} (${last})` : last,
    main: jsonFacts(json),
  };
}

function cataloguePage(request: PageRequest, json: Json): Content {
  const services = json['services'] as { name: string; type: string }[];
  const folders = (json['folders'] ?? []) as string[];
  const root = /^.*?\/rest\/services/i.exec(pathOf(request))?.[0] ?? '';
  const ofService = ({ name, type }: { name: string; type: string }) => [
    html`<a href="${addressOf(`${root}/${name.split('/').map(encodeURIComponent).join('/')}/${type}`)}"
      >${name}</a
    >`,
    type,
  ];
  const inFolder = pathOf(request).length > root.length;
  return {
    title: inFolder ? pathOf(request).slice(root.length + 1) : 'Services',
    main: [
      ...(folders.length > 0
        ? [
            html`<h2>Folders</h2>`,
            linkList(folders.map((text) => ({ href: addressOf(`${root}/${text}`), text }))),
          ]
        : []),
      html`<h2>Services</h2>`,
      services.length > 0
        ? rowsTable(['Service', 'Type'], services.map(ofService))
        : html`<p class="quiet">There are no services here, or none that you may see.</p>`,
    ],
  };
}

function servicePage(request: PageRequest, json: Json): Content {
  const path = pathOf(request);
  const linked = (members: unknown) =>
    linkList(
      (members as Named[]).map(({ id, name }) => ({
        href: addressOf(`${path}/${id}`),
        text: `${name} (${id})`,
      })),
    );
  const name = serviceNameOf(request);
  const ogc = path.replace(/\/rest\/services\/.*$/, `/ogc/${encodeURIComponent(name)}`);
  return {
    title: `${name} (FeatureServer)`,
    main: [
      ...(json['description'] ? [html`<p>${shown(json['description'])}</p>`] : []),
      html`<h2>Layers</h2>`,
      linked(json['layers']),
      ...((json['tables'] as Named[]).length > 0 ? [html`<h2>Tables</h2>`, linked(json['tables'])] : []),
      html`<h2>About</h2>`,
      facts(json, {
        capabilities: 'Capabilities',
        copyrightText: 'Copyright',
        maxRecordCount: 'Features per query',
        supportedQueryFormats: 'Formats',
        spatialReference: 'Spatial reference',
        fullExtent: 'Extent',
        serviceItemId: 'Item',
      }),
      html`<h2>Also</h2>`,
      linkList([
        { href: addressOf(`${path}/layers`), text: 'All layers and tables' },
        { href: addressOf(`${path}/relationships`), text: 'Relationships' },
        { href: addressOf(ogc), text: 'OGC API Features' },
      ]),
    ],
  };
}

function layerPage(request: PageRequest, json: Json): Content {
  const path = pathOf(request);
  const fields = json['fields'] as Field[];
  return {
    title: `${shown(json['name'])} (${shown(json['id'])})`,
    main: [
      ...(json['description'] ? [html`<p>${shown(json['description'])}</p>`] : []),
      linkList([{ href: addressOf(`${path}/query`), text: 'Query' }]),
      html`<h2>Fields</h2>`,
      rowsTable(
        ['Name', 'Alias', 'Type', 'Values'],
        fields.map(({ name, alias = '', type, domain }) => [
          name,
          alias,
          type.replace('esriFieldType', ''),
          shown(domain),
        ]),
      ),
      html`<h2>About</h2>`,
      facts(json, {
        type: 'Type',
        geometryType: 'Geometry',
        displayField: 'Display field',
        capabilities: 'Capabilities',
        copyrightText: 'Copyright',
        maxRecordCount: 'Features per query',
        spatialReference: 'Spatial reference',
        extent: 'Extent',
        timeInfo: 'Time',
        hasAttachments: 'Attachments',
        relationships: 'Relationships',
        drawingInfo: 'Drawing',
      }),
    ],
  };
}

function featurePage({ attributes = {}, geometry }: { attributes?: Json; geometry?: unknown }): Content {
  const rows = Object.entries(attributes).map(([name, value]) => [name, shown(value)] as const);
  const title = `Feature ${shown(attributes['OBJECTID'])}`;
  const main: Html[] = [factsTable(rows)];
  if (geometry)
    main.push(html`<h2>Geometry</h2>`, html`<pre>${JSON.stringify(geometry).slice(0, 20_000)}</pre>`);
  return { title, main };
}

function facts(json: Json, titles: Record<string, string>): Html {
  return factsTable(Object.entries(titles).map(([name, title]) => [title, shown(json[name])] as const));
}
