import { parseArgs } from 'node:util';
import { MappingError } from '../../wire/errors.ts';
import { listGazetteers, removeGazetteer } from '../gis/geocode/gazetteer/gazetteer-store.ts';
import { loadGazetteerFile } from '../gis/geocode/gazetteer/load-gazetteer-file.ts';
import type { Database } from '../platform/database/connect.ts';
import { create, exportConfig, importConfig, list, revert } from './organisations.ts';
import { addUser, endSessions, resetPassword, resetSecondFactor, setDisabled } from './users.ts';
import { portalCommand, type PortalOptions, portalOptionNames, type PortalWork } from './portal.ts';
import { moveUserTo, portalOf, quota, quotaOptions, printUnassigned } from './portal-organisations.ts';
import { remove, revive } from './remove-organisation.ts';

type Installation = PortalWork;

/** @returns the text to print for the operator */
type Run = (installation: Installation) => Promise<string>;

interface Given extends PortalOptions {
  name: string;
  config?: string;
  admin?: string;
  backup?: string;
  confirm?: string;
  revision?: string;
  'full-name'?: string;
  role?: string;
  in?: string;
  to?: string;
}

interface Command {
  usage: string;
  about: string;
  /** Whether all required arguments are present. */
  ready?: (given: Given) => boolean;
  run: (installation: Installation, given: Given) => Promise<string>;
}

const named = ({ name }: Given) => name !== '';

const commands: Readonly<Record<string, Command>> = {
  list: { usage: 'list', about: 'list the organisations', run: ({ database }) => list(database) },
  create: {
    usage: 'create NAME [--config FILE | --admin USER | --portal URL …]',
    about:
      'create one: from a config file, on the embedded portal with its first administrator, or on an ArcGIS portal (options as for portal; without options it prompts)',
    ready: named,
    run: (installation, { name, ...given }) => create(installation, name, given),
  },
  portal: {
    usage: 'portal NAME [--portal URL --app-id ID --admin-group ID --organisation-id ID]',
    about: 'check its connection to its portal; with options, change it if the checks succeed',
    ready: named,
    run: (installation, { name, ...given }) => portalCommand(installation, name, given),
  },
  import: {
    usage: 'import NAME --config FILE',
    about: 'save a config file as its next revision',
    ready: (given) => named(given) && given.config !== undefined,
    run: (installation, { name, config }) => importConfig(installation, name, config ?? ''),
  },
  revert: {
    usage: 'revert NAME [--revision N]',
    about: 'restore the config of the previous revision, or of another',
    ready: named,
    run: (installation, { name, revision }) => revert(installation, name, revision),
  },
  export: {
    usage: 'export NAME',
    about: 'print its config as JSON',
    ready: named,
    run: ({ database }, { name }) => exportConfig(database, name),
  },
  delete: {
    usage: 'delete NAME --backup FILE [--confirm NAME]',
    about:
      'list what would be deleted; with --confirm, write its settings to a file, then delete it with its users and content',
    ready: (given) => named(given) && given.backup !== undefined,
    run: (installation, { name, backup, confirm }) =>
      remove(installation, name, { file: backup ?? '', confirmed: confirm === name }),
  },
  revive: {
    usage: 'revive FILE',
    about: 'restore the settings of a deleted organisation',
    ready: named,
    run: (installation, { name }) => revive(installation, name),
  },
  quota: {
    usage: 'quota NAME [--person-bytes 5GB --organisation-items 100000 …]',
    about: 'show or set what each user and the organisation may store; “default” restores the default',
    ready: named,
    run: ({ database }, { name, ...numbers }) => quota(database, name, numbers),
  },
  'add-person': {
    usage: 'add-person USER [--in NAME] [--full-name TEXT] [--role org_admin]',
    about: 'create a member of an organisation on the embedded portal',
    ready: named,
    run: async ({ portal }, given) =>
      addUser(await portalOf(portal, given.in), given.name, {
        ...(given['full-name'] !== undefined && { fullName: given['full-name'] }),
        ...(given.role !== undefined && { role: given.role }),
      }),
  },
  password: {
    usage: 'password USER',
    about: 'set a new password for a user',
    ready: named,
    run: ({ portal }, { name }) => resetPassword(portal, name),
  },
  'reset-second-factor': {
    usage: 'reset-second-factor USER',
    about: 'remove the authenticator app of a user who lost it; they sign in by password',
    ready: named,
    run: ({ portal }, { name }) => resetSecondFactor(portal, name),
  },
  'end-sessions': {
    usage: 'end-sessions',
    about: 'sign out all users of the embedded portal',
    run: ({ database }) => endSessions(database),
  },
  disable: {
    usage: 'disable USER',
    about: 'prevent a user from signing in',
    ready: named,
    run: ({ portal }, { name }) => setDisabled(portal, name, true),
  },
  enable: {
    usage: 'enable USER',
    about: 'let a user sign in again',
    ready: named,
    run: ({ portal }, { name }) => setDisabled(portal, name, false),
  },
  unassigned: {
    usage: 'unassigned',
    about: 'list users without an organisation, who cannot sign in until move-person',
    run: ({ database }) => printUnassigned(database),
  },
  'move-person': {
    usage: 'move-person USER --to NAME',
    about: 'move a user, with what they own, to another organisation on the embedded portal',
    ready: (given) => named(given) && given.to !== undefined,
    run: ({ portal }, { name, to }) => moveUserTo(portal, name, to ?? ''),
  },
  places: {
    usage: 'places',
    about: 'list the gazetteers of the place search',
    run: ({ database }) => listPlaces(database),
  },
  'load-places': {
    usage: 'load-places FILE',
    about: 'load a gazetteer file, or a newer version of it',
    ready: named,
    run: ({ database }, { name }) => loadPlaces(database, name),
  },
  'remove-places': {
    usage: 'remove-places DATASET',
    about: 'remove a gazetteer',
    ready: named,
    run: ({ database }, { name }) => removePlaces(database, name),
  },
};

export const usage = [
  'Usage: npm run org -- COMMAND',
  ...Object.values(commands).map((command) => `  ${command.usage.padEnd(52)} ${command.about}`),
].join('\n');

/** The command of a command line, ready to run; undefined when it is unknown or incomplete. */
export function findCommand(line: readonly string[]): Run | undefined {
  const options = [
    'config',
    'admin',
    'backup',
    'confirm',
    'full-name',
    'role',
    'revision',
    'in',
    'to',
    ...portalOptionNames,
    ...quotaOptions,
  ];
  let parsed;
  try {
    parsed = parseArgs({
      args: [...line],
      allowPositionals: true,
      options: Object.fromEntries(options.map((option) => [option, { type: 'string' as const }])),
    });
  } catch {
    return undefined;
  }
  const [word = '', name = ''] = parsed.positionals;
  const command = Object.hasOwn(commands, word) ? commands[word] : undefined;
  const given = { ...(parsed.values as Partial<Given>), name };
  if (!command || command.ready?.(given) === false) return undefined;
  return (installation) => command.run(installation, given);
}

/** One line per dataset: name, version, places, attribution. */
export async function listPlaces(database: Database): Promise<string> {
  const rows = await listGazetteers(database);
  if (rows.length === 0) return 'No gazetteers are loaded. Load one: npm run org -- load-places FILE';
  return rows
    .map(
      ({ name, version, place_count: count, attribution }) =>
        `${name}\tversion ${version}\t${placesText(count)}\t${attribution}`,
    )
    .join('\n');
}

/**
 * Loads a gazetteer file (docs/places.md).
 * @throws MappingError `places:bad-gazetteer`
 */
export async function loadPlaces(database: Database, file: string): Promise<string> {
  const { dataset, loaded, places } = await loadGazetteerFile(database, file);
  return loaded
    ? `“${dataset}” has ${placesText(places)} now.`
    : `“${dataset}” is already loaded in this version.`;
}

function placesText(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}

/** @throws MappingError `places:no-gazetteer` */
export async function removePlaces(database: Database, dataset: string): Promise<string> {
  if (await removeGazetteer(database, dataset)) return `Removed “${dataset}”.`;
  throw new MappingError('places:no-gazetteer', `There is no gazetteer “${dataset}”.`);
}
