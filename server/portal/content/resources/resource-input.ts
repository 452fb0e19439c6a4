import { type Fault, MappingError } from '../../../../wire/errors.ts';
import { limits } from '../../../limits.ts';
import type { PortalCall } from '../../operation.ts';
import { contentTypeOf } from '../item-data/content-type.ts';

export interface GivenResource {
  /** Path below `resources/`, such as `styles/root.json`. */
  path: string;
  contentType: string;
  bytes: Uint8Array;
}

/**
 * The files of addResources and updateResources: parts of any name (`file1` from the ArcGIS SDK, `file` from
 * arcgis-rest-js), or `text` with `fileName`; all below `resourcesPrefix`.
 * @throws MappingError `portal:invalid-resource`, status 400
 */
export function readResources({
  parameters,
  files,
}: Pick<PortalCall, 'parameters' | 'files'>): GivenResource[] {
  const { text, fileName, resourcesPrefix = '' } = parameters;
  if (parameters['archive'] === 'true')
    throw invalid('archive', 'Archives are not unpacked; send the files.');
  const only = files.length === 1 ? fileName : undefined;
  const given = files.map((file) =>
    resource(resourcesPrefix, only ?? file.filename, file.contentType, file.bytes),
  );
  if (text !== undefined)
    given.push(resource(resourcesPrefix, fileName ?? '', 'text/plain', Buffer.from(text)));
  if (given.length === 0) throw invalid('file', 'Give a file, or text and fileName.');
  return given;
}

function resource(prefix: string, name: string, type: string, bytes: Uint8Array): GivenResource {
  if (bytes.length > limits.resourceBytes) {
    throw invalid('file', `A resource may have ${limits.resourceBytes / 1_000_000} MB.`);
  }
  const path = checkResourcePath(prefix ? `${prefix.replace(/\/+$/, '')}/${name}` : name);
  return { path, contentType: contentTypeOf(path, type), bytes };
}

/** @throws MappingError `portal:invalid-resource` for a path that leaves its item or cannot be part of a URL */
export function checkResourcePath(path: string): string {
  const steps = path.split('/');
  const fine = steps.every(
    (step) => step !== '' && step !== '.' && step !== '..' && !/[\\?#%\p{Cc}]/u.test(step),
  );
  if (!fine || path.length > 240)
    throw invalid('fileName', 'Give a file name, with folders before it at most.');
  return path;
}

export function invalid(path: string, message: string): MappingError {
  const faults: Fault[] = [{ path, message }];
  return new MappingError('portal:invalid-resource', `The resource cannot be used. ${message}`, {
    status: 400,
    faults,
  });
}
