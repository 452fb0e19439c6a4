import { useQueryClient } from '@tanstack/react-query';
import { capabilitiesOf } from '../portal/capabilities.ts';
import { personKeys } from '../portal/query-keys.ts';
import {
  type ExportedFile,
  exportFile,
  type ExportFormat,
  exportFormats,
} from '../portal/uploads/export-item.ts';
import { useConfiguration, useIdentity, usePortalIdentity } from './application-context.ts';

/** A layer of a hosted service, as a map describes it. */
interface HostedSource {
  url: string;
  itemId: string;
  layer: number;
  idField: string;
}

/** A file to write. */
interface HostedChoices {
  format: ExportFormat;
  title: string;
  /** SQL condition of the features; empty for all. */
  filter: string;
  /** Ids of the features to export; default: all. */
  only?: readonly number[] | undefined;
}

interface HostedExport {
  /**
   * The formats that a portal writes and the browser does not, for a layer; none for visitors, for other
   * layers and for those of other portals.
   */
  formatsOf: (hosted: HostedSource | undefined) => readonly ExportFormat[];
  /** Has the portal write a file, which becomes an item of the user, and downloads it. Aborting cancels it. */
  write: (
    hosted: HostedSource,
    choices: HostedChoices,
    job: { signal: AbortSignal; onProgress: (features: number) => void },
  ) => Promise<ExportedFile>;
}

/** Exports of hosted layers by the portal that the user is signed in to. */
export function useHostedExport(): HostedExport {
  const { connection } = useConfiguration();
  const { user, portal } = useIdentity();
  const { who } = usePortalIdentity(connection);
  const queries = useQueryClient();
  const offered = capabilitiesOf(user, portal).createItems
    ? exportFormats(portal).filter((format) => format !== 'CSV' && format !== 'GeoJson')
    : [];
  const origin = originOf(connection.restUrl);
  return {
    formatsOf: (hosted) => (hosted && originOf(hosted.url) === origin ? offered : []),
    async write({ itemId, layer, idField }, { format, title, filter, only }, { signal, onProgress }) {
      const conditions = [filter, only ? `${idField} IN (${only.join()})` : ''].filter(Boolean);
      const where = conditions.map((condition) => `(${condition})`).join(' AND ');
      const file = await exportFile(
        connection,
        who,
        { itemId, layer, format, title, where },
        { signal, onProgress: ({ featureCount }) => onProgress(featureCount) },
      );
      await queries.invalidateQueries({ queryKey: personKeys(connection, who).content() });
      return file;
    },
  };
}

function originOf(address: string): string {
  return new URL(address, globalThis.location.href).origin;
}
