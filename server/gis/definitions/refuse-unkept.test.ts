import { expect, test } from 'vitest';
import { parameterError } from '../../platform/arcgis/parameters.ts';
import { refuseUnkept } from './refuse-unkept.ts';

const read = (given: object) =>
  refuseUnkept(given, ['name'], 'The layer Trees', (problem) => parameterError('layers', problem));

test.each(['constructor', 'toString', '__proto__', 'popupInfo', 'colour'])(
  'names the unknown member %s',
  (name) => {
    const given: unknown = JSON.parse(`{"name":"Trees","${name}":1}`);
    expect(() => read(given as object)).toThrow(`The layer Trees cannot have ${name} as given.`);
  },
);

test.each(['isDataVersioned', 'supportsStatistics', 'currentVersion'])(
  'accepts %s, which the server decides',
  (name) => {
    expect(() => read({ name: 'Trees', [name]: false })).not.toThrow();
  },
);
