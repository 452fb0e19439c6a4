import { html } from '../../platform/http/html.ts';
import { factsTable, layoutPage, linkList, rowsTable } from '../../platform/http/html-page.ts';
import { limits } from '../../limits.ts';
import { MappingError } from '../../../wire/errors.ts';
import { type OperationResponse, clauseContextOf, type LayerCall } from '../feature-server/context.ts';
import { selectFeatures } from '../feature-server/query/requested-features-condition.ts';
import { inLargePage } from '../feature-server/query/large-page.ts';
import { geometryShaper } from '../feature-server/query/output.ts';
import { writeGeoJson } from '../geometry/geojson.ts';
import { inSlices, joinSlices } from '../geometry/in-slices.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { AttributeValue, Field } from '../layer/field.ts';
import { type FeatureRow, readFeatures } from '../storage/feature-store.ts';
import { type Crs, readCrs, swapAxes } from './crs.ts';
import { type ItemsQuery, readItemsQuery } from './items-query.ts';
import { type Link, mediaTypes, pageAddress, rootOf, sameRequest, selfLinks } from './links.ts';
import { respond, refuseParameters, wantsHtml } from './respond.ts';
import { crumbsOf } from './pages.ts';

/** `/collections/{id}/items`: a page of features. */
export async function items(call: LayerCall): Promise<OperationResponse> {
  const query = await readItemsQuery(call);
  const limit = Math.min(query.limit, wantsHtml(call) ? itemsInHtml(call.layer) : Infinity);
  return inLargePage(call.context, limit, (loopLimit) =>
    respondWithPage(call, { ...query, limit, selection: { ...query.selection, ...loopLimit } }),
  );
}

/** Features on a page in HTML; the others are on the next ones. */
function itemsInHtml({ fields }: HostedLayer): number {
  return Math.min(limits.itemsPage, Math.max(1, Math.floor(limits.itemsPageValues / fields.length)));
}

async function respondWithPage(
  call: LayerCall,
  { selection, isWhole, limit, after, crs }: ItemsQuery,
): Promise<OperationResponse> {
  const { context, layer } = call;
  const isHtml = wantsHtml(call);
  const found = await readFeatures(context.reader, layer, {
    selection,
    fields: layer.fields,
    geometry: layer.geometryType !== null && !isHtml,
    orderBy: [],
    offset: 0,
    limit: limit + 1,
  });
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last ? sameRequest(call, { after: String(last.objectId) }) : undefined;
  const matched = isWhole
    ? layer.featureCount
    : after === undefined && next === undefined
      ? rows.length
      : undefined;
  const links: Link[] = [
    ...selfLinks(call, isHtml, mediaTypes.geojson),
    ...(next ? [{ rel: 'next', href: next, type: isHtml ? mediaTypes.html : mediaTypes.geojson }] : []),
    { rel: 'collection', href: `${rootOf(call)}/collections/${layer.layerId}`, type: mediaTypes.json },
  ];
  const head = {
    type: 'FeatureCollection',
    timeStamp: new Date(context.now()).toISOString(),
    ...(matched !== undefined && { numberMatched: matched }),
    numberReturned: rows.length,
    links,
  };
  const body = isHtml ? new Uint8Array() : await writeFeatures(layer, rows, crs, head);
  call.reply.header('content-crs', `<${crs.uri}>`);
  return respond(call, mediaTypes.geojson, {
    json: () => body,
    page: () => itemsPage(call, rows, { next, matched }),
  });
}

/** `/collections/{id}/items/{fid}`: one feature. */
export async function item(call: LayerCall): Promise<OperationResponse> {
  const { context, layer, path, parameters } = call;
  const crs = readCrs(parameters.text('crs'), 'crs', layer);
  refuseParameters({ parameters: parameters.with({ crs: '' }) });
  const selection = {
    ...selectFeatures({ objectIds: [Number(path['fid'])] }, layer, clauseContextOf(call)),
    onLoop: context.onLoop ?? false,
  };
  const wanted = { selection, fields: layer.fields, geometry: true, orderBy: [], offset: 0, limit: 1 };
  const [row] = await readFeatures(context.reader, layer, wanted);
  if (!row) throw new MappingError('ogc:no-feature', 'There is no such feature.', { status: 404 });
  const collection = `${rootOf(call)}/collections/${layer.layerId}`;
  const links: Link[] = [
    ...selfLinks(call, wantsHtml(call), mediaTypes.geojson),
    { rel: 'collection', href: collection, type: mediaTypes.json, title: layer.name },
  ];
  call.reply.header('content-crs', `<${crs.uri}>`);
  return respond(call, mediaTypes.geojson, {
    json: () => ({ ...featureWriter(layer, crs)(row), links }),
    page: () =>
      layoutPage({
        title: `Feature ${row.objectId}`,
        crumbs: [
          ...crumbsOf(call, layer),
          { href: pageAddress(call, `/collections/${layer.layerId}/items`), text: 'Features' },
        ],
        formats: [{ href: sameRequest(call, { f: 'json' }), text: 'GeoJSON' }],
        main: factsTable(
          layer.fields.map(
            ({ name, alias }, index) =>
              [alias || name, shownValue(layer.fields[index], row.values[index])] as const,
          ),
        ),
      }),
  });
}

/** A collection as text, written in slices so that other requests are answered meanwhile. */
async function writeFeatures(
  layer: HostedLayer,
  rows: readonly FeatureRow[],
  crs: Crs,
  head: object,
): Promise<Uint8Array> {
  const write = featureWriter(layer, crs);
  const slices = await inSlices(
    rows,
    ({ geometry }) => geometry,
    (slice) => Buffer.from(slice.map((row) => JSON.stringify(write(row))).join(',')),
  );
  return joinSlices(`${JSON.stringify(head).slice(0, -1)},"features":[`, slices, ']}');
}

function featureWriter(layer: HostedLayer, { wkid, northFirst }: Crs): (row: FeatureRow) => object {
  const shape = geometryShaper(
    {
      wkid,
      hasZ: layer.hasZ,
      hasM: false,
      maxAllowableOffset: 0,
      precision: undefined,
      quantization: null,
    },
    layer.wkid,
  );
  return ({ objectId, values, geometry }) => {
    const shaped = geometry && shape(geometry);
    const written = shaped && writeGeoJson(shaped);
    if (written && northFirst) swapAxes(written.coordinates);
    return {
      type: 'Feature',
      id: objectId,
      geometry: written,
      properties: Object.fromEntries(
        layer.fields.map((field, index) => [field.name, asJson(field, values[index] ?? null)]),
      ),
    };
  };
}

/** Dates are texts (RFC 3339). */
function asJson({ type }: Field, value: AttributeValue): AttributeValue {
  return type === 'esriFieldTypeDate' && typeof value === 'number' ? new Date(value).toISOString() : value;
}

function shownValue(field: Field | undefined, value: AttributeValue | undefined): string {
  return field && value !== null && value !== undefined ? String(asJson(field, value)) : '';
}

function itemsPage(
  call: LayerCall,
  rows: readonly FeatureRow[],
  { next, matched }: { next: string | undefined; matched: number | undefined },
): string {
  const { layer } = call;
  const of = (id: number) => pageAddress(call, `/collections/${layer.layerId}/items/${id}`);
  const count =
    matched === undefined ? `${rows.length} features on this page` : `${rows.length} of ${matched} features`;
  return layoutPage({
    title: 'Features',
    crumbs: crumbsOf(call, layer),
    formats: [{ href: sameRequest(call, { f: 'json' }), text: 'GeoJSON' }],
    main: [
      html`<p class="quiet">${count}</p>`,
      rowsTable(
        layer.fields.map(({ alias, name }) => alias || name),
        rows.map(({ objectId, values }) =>
          layer.fields.map((field, index) => {
            const value = shownValue(field, values[index]);
            return index === 0 ? html`<a href="${of(objectId)}">${value}</a>` : value;
          }),
        ),
      ),
      ...(next ? [linkList([{ href: next, text: 'Next page' }])] : []),
    ],
  });
}
