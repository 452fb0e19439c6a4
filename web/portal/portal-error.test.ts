import { ArcGISAuthError, ArcGISRequestError } from '@esri/arcgis-rest-request';
import { describe, expect, it } from 'vitest';
import { MappingError } from '../../wire/errors.ts';
import { needsSignIn, portalError } from './portal-error.ts';

function refusal(code: number, messageCode: string, message: string): ArcGISRequestError {
  return new ArcGISRequestError(message, messageCode, { error: { code, messageCode, message } });
}

describe('portalError', () => {
  it.each([
    [refusal(403, 'GWM_0003', 'You do not have permissions.'), 'portal:not-permitted', 403],
    [refusal(400, 'CONT_0001', 'Item does not exist.'), 'portal:item-not-found', 400],
    [refusal(400, 'CONT_0048', 'Delete protected.'), 'portal:item-protected', 400],
    [refusal(400, 'CONT_0113', 'Folder exists.'), 'portal:folder-title-taken', 400],
    [refusal(400, 'COM_0018', 'No such user.'), 'portal:request-failed', 400],
    [refusal(503, '', 'The database cannot be reached.'), 'portal:unavailable', 503],
    [refusal(413, '', 'The request is larger than this server accepts.'), 'portal:too-large', 413],
    [refusal(507, '', 'The server has no room left.'), 'portal:no-room', 507],
    [
      new ArcGISAuthError('Invalid token.', 'GWM_0001', { error: { code: 498 } }),
      'portal:invalid-token',
      498,
    ],
    [new ArcGISAuthError('Token Required', 499, { error: { code: 499 } }), 'portal:token-required', 499],
    [new ArcGISRequestError('Not Found', 'HTTP 404 Not Found', {}), 'portal:request-failed', 404],
    [new ArcGISRequestError('Bad Gateway', 'HTTP 502', {}), 'portal:unreachable', 0],
    [new ArcGISRequestError('Service Unavailable', 'HTTP 503', {}), 'portal:unavailable', 503],
    [new ArcGISRequestError('Odd'), 'portal:failed', 500],
    [refusal(500, '', 'Something went wrong'), 'portal:failed', 500],
    [new DOMException('late', 'TimeoutError'), 'portal:timeout', 0],
    [new DOMException('stop', 'AbortError'), 'portal:aborted', 0],
    [new TypeError('Failed to fetch'), 'portal:unreachable', 0],
  ])('reads %s', (cause, id, status) => {
    const error = portalError(cause);
    expect(error).toMatchObject({ id, status });
    expect(error.cause).toBe(cause);
  });

  it('reports a timeout as “Timeout exceeded”', () => {
    expect(portalError(new DOMException('late', 'TimeoutError')).message).toBe('Timeout exceeded');
  });

  it('keeps the portal’s own message, without its code prefix', () => {
    expect(portalError(refusal(403, 'GWM_0003', 'You do not have permissions.')).message).toBe(
      'You do not have permissions.',
    );
  });

  it('keeps translatable faults, and nothing else that resembles them', () => {
    const fault = { path: 'title', message: 'Too long', code: 'long-title', values: { most: 250 } };
    const faults = [fault, { path: 'url', message: 'No code' }, null, 'text'];
    const json = { code: 400, message: 'No', faults };
    expect(portalError(new ArcGISRequestError('No', 400, { error: json })).faults).toEqual([fault]);
    expect(portalError(refusal(400, '', 'No')).faults).toEqual([]);
  });

  it('keeps the log id of an unexpected error', () => {
    const json = (requestId: unknown) =>
      new ArcGISRequestError('No', 500, { error: { code: 500, message: 'No', requestId } });
    expect(portalError(json('r-1')).requestId).toBe('r-1');
    expect(portalError(json(7)).requestId).toBeUndefined();
  });

  it('returns its own error unchanged', () => {
    const own = new MappingError('portal:app-id-not-found', 'App ID not found');
    expect(portalError(own)).toBe(own);
  });
});

describe('needsSignIn', () => {
  it.each([401, 403, 498, 499])('is true for %i', (code) => {
    expect(needsSignIn(portalError(refusal(code, '', 'No.')))).toBe(true);
  });

  it('is false for other failures and foreign errors', () => {
    expect(needsSignIn(portalError(refusal(400, 'CONT_0001', 'No.')))).toBe(false);
    expect(needsSignIn(new MappingError('api:request-failed', 'No.', { status: 403 }))).toBe(false);
    expect(needsSignIn(new TypeError('x'))).toBe(false);
  });
});
