import { tableAsJson } from './answer-json.ts';
import { countAsPbf, idsAsPbf, tableAsPbf } from './answer-pbf.ts';
import { type Answer, type LayerCall, sent, type ServiceCall } from './context.ts';
import { type Parameters, parameterError } from './parameters.ts';
import type { FeatureAnswer } from './query/feature-answer.ts';
import type { TableAnswer } from './query/statistics-query.ts';
import { writeJsonFeatures, writePbfFeatures } from './write-features.ts';

const formats = ['json', 'pjson', 'html', 'geojson', 'pbf'] as const;
type Format = (typeof formats)[number];

/** @throws MappingError 400 for a format we do not write */
export function formatOf(parameters: Parameters): Format {
  const wanted = (parameters.text('f') ?? 'json').toLowerCase();
  const format = formats.find((known) => known === wanted);
  if (!format) throw parameterError('f', `Expected one of ${formats.join(', ')}.`);
  return format;
}

/** Sends JSON, indented where people read it. */
export function sendJson(
  { parameters, reply }: Pick<ServiceCall, 'parameters' | 'reply'>,
  body: object,
): typeof sent {
  const format = formatOf(parameters);
  const readable = isReadable(format);
  reply.type(typeOf(format)).send(JSON.stringify(body, undefined, readable ? 2 : undefined));
  return sent;
}

/** Whether people read it, so that it is indented. */
export function isReadable(format: Format): boolean {
  return format === 'pjson' || format === 'html';
}

function typeOf(format: Format): string {
  if (format === 'geojson') return 'application/geo+json; charset=utf-8';
  return `${isReadable(format) ? 'text/plain' : 'application/json'}; charset=utf-8`;
}

export async function sendFeatures(call: LayerCall, answer: FeatureAnswer): Promise<Answer> {
  const format = formatOf(call.parameters);
  if (format === 'pbf') return sendPbf(call, await writePbfFeatures(answer));
  const written = format === 'geojson' ? 'geojson' : 'json';
  const bytes = await writeJsonFeatures(answer, written, { readable: isReadable(format) });
  return sendBytes(call, typeOf(format), bytes);
}

export function sendTable(call: LayerCall, answer: TableAnswer | { count: number }): Answer {
  if ('count' in answer) return sendCount(call, answer.count);
  if (formatOf(call.parameters) === 'pbf') return sendPbf(call, tableAsPbf(answer));
  return sendJson(call, tableAsJson(answer));
}

export function sendCount(call: LayerCall, count: number): Answer {
  const format = formatOf(call.parameters);
  if (format === 'pbf') return sendPbf(call, countAsPbf(count));
  // GeoJSON has no counts: the number rides where the collection's other facts are.
  return sendJson(
    call,
    format === 'geojson'
      ? { type: 'FeatureCollection', properties: { count }, count, features: [] }
      : { count },
  );
}

export function sendIds(call: LayerCall, objectIdFieldName: string, objectIds: number[]): Answer {
  if (formatOf(call.parameters) === 'pbf') return sendPbf(call, idsAsPbf(objectIds));
  return sendJson(call, { objectIdFieldName, objectIds });
}

function sendPbf(call: LayerCall, bytes: Uint8Array): typeof sent {
  return sendBytes(call, 'application/x-protobuf', bytes);
}

function sendBytes({ reply }: LayerCall, contentType: string, bytes: Uint8Array): typeof sent {
  reply.type(contentType).send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  return sent;
}
