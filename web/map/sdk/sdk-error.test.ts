import { describe, expect, it } from 'vitest';
import { layerError, sdkError, valuesError } from './sdk-error.ts';

describe('an SDK error', () => {
  it.each([
    [
      { name: 'request:server', message: 'no', details: { httpStatus: 400, messageCode: 'CONT_0001' } },
      'portal:item-not-found',
      400,
    ],
    [{ name: 'identity-manager:user-aborted', message: 'ABORTED' }, 'portal:token-required', 0],
    [
      { name: 'identity-manager:not-authorized', message: 'no', details: { httpStatus: 403 } },
      'portal:not-permitted',
      403,
    ],
    [{ name: 'request:server', message: 'no', details: { httpStatus: 498 } }, 'portal:invalid-token', 498],
    [{ name: 'request:server', message: 'no', details: { httpStatus: 413 } }, 'portal:too-large', 413],
    [{ name: 'request:server', message: 'no', details: { httpStatus: 500 } }, 'layer:server-failed', 500],
    [{ name: 'request:server', message: 'no', details: { httpStatus: 404 } }, 'layer:not-found', 404],
    [
      { name: 'request:server', message: 'Invalid URL', details: { httpStatus: 400 } },
      'layer:not-found',
      400,
    ],
    [{ name: 'request:server', message: 'Bad where', details: { httpStatus: 400 } }, 'layer:failed', 400],
    [{ name: 'request:server', message: 'Failed to fetch' }, 'layer:unreachable', 0],
    [{ name: 'request:server', message: 'Unexpected end of JSON input' }, 'layer:unusable', 0],
    [
      { name: 'request:server', message: 'JSON.parse: unexpected character at line 1 column 1' },
      'layer:unusable',
      0,
    ],
    [{ name: 'request:server', message: 'XML Parse error' }, 'layer:unusable', 0],
    [{ name: 'mapping:other-sign-in', message: 'no' }, 'layer:other-sign-in', 0],
    [{ name: 'mapping:changing-address', message: 'no' }, 'layer:changing-address', 0],
    [{ name: 'layerview:spatial-reference-incompatible', message: 'no' }, 'layer:coordinate-system', 0],
    [{ name: 'geojson-layer:unknown', message: 'odd' }, 'layer:failed', 0],
    [
      { name: 'layer:unknown-layer-type', message: 'x', details: { layerType: 'Teapot' } },
      'layer:unsupported-kind',
      0,
    ],
    [{ name: 'layer:unknown-layer-type', message: 'x', details: {} }, 'layer:no-kind', 0],
    [undefined, 'layer:failed', 0],
    ['text', 'layer:failed', 0],
  ])('%o becomes %s', (cause, id, status) => {
    expect(sdkError(cause, 'layer:failed')).toMatchObject({ id, status });
  });

  it.each([
    [{ requestId: 'r-1' }, 'r-1'],
    [{ requestId: 7 }, undefined],
    [null, undefined],
    ['text', undefined],
  ])('with the response %o has the request id %s', (raw, requestId) => {
    const error = sdkError({ message: 'no', details: { httpStatus: 500, raw } }, 'layer:failed');
    expect(error.requestId).toBe(requestId);
  });

  it.each([
    [
      [{ path: 'attachment', message: 'Expected one of .jpg.', code: 'attachment-type' }],
      ['attachment-type'],
    ],
    [[{ path: 'a', message: 'without a code' }, null, 7], []],
    ['text', []],
  ])('with the faults %o has those with a code', (faults, codes) => {
    const raw = { code: 400, message: 'no', faults };
    const error = sdkError(
      { name: 'request:server', message: 'no', details: { httpStatus: 400, raw } },
      'edit:failed',
    );
    expect([error.id, error.faults.map(({ code }) => code)]).toEqual(['edit:failed', codes]);
  });

  it('about the map itself is not about a layer', () => {
    const cause = { name: 'request:server', message: 'no', details: { httpStatus: 404 } };
    expect(sdkError(cause, 'map:failed').id).toBe('map:failed');
    expect(sdkError({ name: 'webmap:unsupported-version' }, 'map:failed').id).toBe('map:unsupported-version');
  });

  it('is found inside its wrappers', () => {
    const inner = {
      name: 'request:server',
      message: 'Item does not exist',
      details: { httpStatus: 400, messageCode: 'CONT_0001' },
    };
    const error = sdkError(
      {
        name: 'webmap:load',
        message: 'failed',
        details: { error: { name: 'x', details: { errors: [inner] } } },
      },
      'map:failed',
    );
    expect(error.id).toBe('portal:item-not-found');
    expect(error.message).toBe('Item does not exist');
  });
});

describe('an error of a layer', () => {
  it.each([
    [{ name: 'subtype-grouplayer:missing-subtype', message: 'no' }, 'layer:unusable'],
    [new Error('invalid style!'), 'layer:unusable'],
    [{ name: 'layer:load', details: { error: { name: 'geojson-layer:unknown' } } }, 'layer:unusable'],
    [{ name: 'request:server', details: { httpStatus: 404 } }, 'layer:not-found'],
    [{ name: 'request:server', message: 'Bad where', details: { httpStatus: 400 } }, 'layer:failed'],
    [{ name: 'AbortError', message: 'Aborted' }, 'layer:failed'],
    [new TypeError('x is undefined'), 'layer:failed'],
    [{ name: 'layer:unknown-layer-type', details: { layerType: 'Teapot' } }, 'layer:unsupported-kind'],
    [undefined, 'layer:failed'],
  ])('%o becomes %s', (cause, id) => {
    expect(layerError(cause)).toMatchObject({ id });
  });
});

describe('an error of a layer’s values', () => {
  it.each([
    [{ name: 'request:server', message: 'Failed to fetch' }, 'layer:unreachable'],
    [{ name: 'request:server', message: 'no', details: { httpStatus: 503 } }, 'layer:server-failed'],
    [{ name: 'request:server', message: 'no', details: { httpStatus: 403 } }, 'portal:not-permitted'],
    [{ name: 'request:server', message: 'No such field', details: { httpStatus: 400 } }, 'style:failed'],
    [{ name: 'type-renderer:insufficient-info', message: 'No values' }, 'style:failed'],
    [undefined, 'style:failed'],
  ])('%o becomes %s', (cause, id) => {
    expect(valuesError(cause, 'style:failed')).toMatchObject({ id });
  });
});
