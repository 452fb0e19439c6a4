import { html } from '../../platform/http/html.ts';
import { factsTable, layoutPage, linkList, rowsTable } from '../../platform/http/html-page.ts';
import type { ServiceCall } from '../feature-server/context.ts';
import type { HostedLayer } from '../layer/layer.ts';
import type { TiledService } from '../vector-tiles/hosted/hosted-tiles.ts';
import { pageAddress, sameRequest } from './links.ts';
import { crumbsOf, formatsOf } from './pages.ts';
import { matrixSetId, webMercatorQuad } from './tile-matrix-set.ts';

type Call = Pick<ServiceCall, 'context' | 'parameters' | 'request' | 'service'>;

export function tileMatrixSetsPage(call: Call): string {
  const href = pageAddress(call, `/tileMatrixSets/${matrixSetId}`);
  const main = linkList([{ href, text: matrixSetId }]);
  return layoutPage({ title: 'Tile matrix sets', crumbs: crumbsOf(call), formats: formatsOf(call), main });
}

export function tileMatrixSetPage(call: Call): string {
  const { title, uri, crs, tileMatrices } = webMercatorQuad;
  const sets = { href: pageAddress(call, '/tileMatrixSets'), text: 'Tile matrix sets' };
  const rows = tileMatrices.map(({ id, scaleDenominator, cellSize, matrixWidth, matrixHeight }) => [
    id,
    Math.round(scaleDenominator),
    cellSize,
    `${matrixWidth} × ${matrixHeight}`,
  ]);
  return layoutPage({
    title: matrixSetId,
    crumbs: [...crumbsOf(call), sets],
    formats: formatsOf(call),
    main: [
      factsTable([
        ['Title', title],
        ['URI', uri],
        ['Coordinate system', crs],
      ]),
      rowsTable(['Tile matrix', 'Scale 1 :', 'Metres per pixel', 'Tiles'], rows),
    ],
  });
}

export function tilesetsPage(call: Call, path: string, layer: HostedLayer | undefined): string {
  const href = pageAddress(call, `${path}/tiles/${matrixSetId}`);
  return layoutPage({
    title: 'Vector tiles',
    crumbs: crumbsOf(call, layer),
    formats: formatsOf(call),
    main: linkList([{ href, text: matrixSetId }]),
  });
}

/** The layers of a tileset, and the address of its tiles. */
export function tilesetPage(
  call: Call,
  {
    tiled,
    path,
    layer: collection,
    template,
  }: {
    tiled: Pick<TiledService, 'layers'>;
    path: string;
    layer?: HostedLayer | undefined;
    template: string;
  },
): string {
  const tiles = { href: pageAddress(call, `${path}/tiles`), text: 'Vector tiles' };
  const rows = tiled.layers.map(({ name, layer }) => [
    name,
    html`<a href="${pageAddress(call, `/collections/${layer.layerId}`)}">${layer.name}</a>`,
    layer.description,
  ]);
  return layoutPage({
    title: matrixSetId,
    crumbs: [...crumbsOf(call, collection), tiles],
    formats: [...formatsOf(call), { href: sameRequest(call, { f: 'tilejson' }), text: 'TileJSON' }],
    main: [
      factsTable([
        ['Tiles', html`<code>${template}</code>`],
        [
          'Tile matrix set',
          html`<a href="${pageAddress(call, `/tileMatrixSets/${matrixSetId}`)}">${matrixSetId}</a>`,
        ],
      ]),
      html`<h2>Layers</h2>`,
      rowsTable(['Layer', 'Collection', 'Description'], rows),
    ],
  });
}
