import { html, type Html } from '../../platform/http/html.ts';
import { linkList, rowsTable } from '../../platform/http/html-page.ts';
import { jsonFacts, shown } from '../../platform/http/json-facts.ts';
import {
  addressOf,
  type PageRequest,
  parametersOf,
  pathOf,
  withoutToken,
} from '../../platform/http/page-request.ts';

/** Features on a page. */
export const featuresOnPage = 100;

/** Whether an address is that of a layer's query. */
export function isQuery(route: string): boolean {
  return /\/:layer[^/]*\/query$/.test(route);
}

interface QueryResponse {
  fields?: { name: string; type: string; alias?: string }[];
  features?: { attributes: Record<string, unknown>; geometry?: unknown }[];
  exceededTransferLimit?: boolean;
  objectIdFieldName?: string;
  count?: number;
}

/** Inputs of the form: parameter, label, and example. */
const texts = [
  ['where', 'Where', "NAME LIKE 'A%'"],
  ['objectIds', 'Object ids', '1, 2, 3'],
  ['time', 'Time', 'epoch milliseconds, or two with a comma'],
  ['geometry', 'Geometry', 'xmin,ymin,xmax,ymax, or JSON'],
  ['inSR', 'Spatial reference of the geometry', '4326'],
  ['outFields', 'Fields', '*'],
  ['orderByFields', 'Order', 'NAME DESC'],
  ['groupByFieldsForStatistics', 'Group by', 'KIND'],
  ['outStatistics', 'Statistics', '[{"statisticType":"count","onStatisticField":"OBJECTID"}]'],
  ['outSR', 'Spatial reference of the result', '4326'],
  ['resultOffset', 'Skip', '0'],
  ['resultRecordCount', 'Features at most', String(featuresOnPage)],
] as const;

const relations = [
  'Intersects',
  'Contains',
  'Within',
  'Crosses',
  'Touches',
  'Overlaps',
  'EnvelopeIntersects',
];

const choices: readonly (readonly [string, string, readonly (readonly [string, string])[]])[] = [
  ['spatialRel', 'Spatial relation', relations.map((name) => [`esriSpatialRel${name}`, name] as const)],
  [
    'returnGeometry',
    'Geometry in the result',
    [
      ['false', 'no'],
      ['true', 'yes'],
    ],
  ],
  [
    'returnCountOnly',
    'Only the number',
    [
      ['false', 'no'],
      ['true', 'yes'],
    ],
  ],
  [
    'returnIdsOnly',
    'Only the ids',
    [
      ['false', 'no'],
      ['true', 'yes'],
    ],
  ],
  [
    'returnDistinctValues',
    'Distinct values',
    [
      ['false', 'no'],
      ['true', 'yes'],
    ],
  ],
  [
    'f',
    'Format',
    [
      ['html', 'page'],
      ['json', 'JSON'],
      ['pjson', 'JSON, indented'],
      ['geojson', 'GeoJSON'],
      ['pbf', 'PBF'],
    ],
  ],
];

/** The form of a query with the values it was sent with, and its result. */
export function queryPage(request: PageRequest, json: Record<string, unknown>): Html[] {
  const given = parametersOf(request);
  const isSubmitted = [...given.keys()].some((name) => name !== 'f' && name !== 'token');
  const response = json as QueryResponse;
  const fields = (response.fields ?? []).map(({ name }) => name).join(', ');
  return [
    ...(isSubmitted ? result(request, response) : []),
    ...(fields ? [html`<h2>Fields</h2>`, html`<p class="quiet">${fields}</p>`] : []),
    html`<h2>Form</h2>`,
    form(request, given),
  ];
}

function form(request: PageRequest, given: ReadonlyMap<string, string>): Html {
  return html`<form method="get" action="${pathOf(request)}">
    ${texts.map(([name, label, example]) => {
      const value = given.get(name.toLowerCase()) ?? (name === 'where' && given.size < 2 ? '1=1' : '');
      return html`<label>${label} <input name="${name}" value="${value}" placeholder="${example}" /></label>`;
    })}
    ${choices.map(([name, label, options]) => {
      const chosen = given.get(name.toLowerCase());
      return html`<label
        >${label}
        <select name="${name}">
          ${options.map(
            ([value, text]) =>
              html`<option value="${value}" ${value === chosen && html`selected`}>${text}</option>`,
          )}
        </select></label
      >`;
    })}
    ${given.has('token') && html`<label>Token <input type="password" name="token" autocomplete="off" /></label>`}
    <button type="submit">Query</button>
  </form>`;
}

function result(request: PageRequest, response: QueryResponse): Html[] {
  const { features, fields = [], exceededTransferLimit, count } = response;
  if (!features)
    return [
      html`<h2>Result</h2>`,
      count === undefined ? jsonFacts(response) : html`<p>${count} features</p>`,
    ];
  const layer = pathOf(request).replace(/\/query$/i, '');
  const hasGeometry = features.some(({ geometry }) => geometry);
  const key = fields.find(({ type }) => type === 'esriFieldTypeOID')?.name;
  const rows = features.map(({ attributes, geometry }) => [
    ...fields.map(({ name }) => {
      const value = shown(attributes[name]);
      return name === key ? html`<a href="${addressOf(`${layer}/${value}`)}">${value}</a>` : value;
    }),
    ...(hasGeometry ? [shown(geometry)] : []),
  ]);
  const columns = [...fields.map(({ alias, name }) => alias || name), ...(hasGeometry ? ['Geometry'] : [])];
  const given = parametersOf(request);
  const offset = Number(given.get('resultoffset') ?? 0) + features.length;
  const next = { ...withoutToken(given), resultoffset: String(offset) };
  return [
    html`<h2>Result</h2>`,
    html`<p class="quiet">${features.length} features${exceededTransferLimit && ', and more'}</p>`,
    ...(features.length > 0 ? [rowsTable(columns, rows)] : []),
    ...(exceededTransferLimit
      ? [linkList([{ href: addressOf(pathOf(request), next), text: 'Next page' }])]
      : []),
  ];
}
