import type { Database } from '../database/connect.ts';
import type { ServiceHosting, ServiceMade } from '../portal/hosting.ts';
import { joinEnvelopes, type Envelope } from '../services/geometry/geometry.ts';
import { projectEnvelope, projectorBetween } from '../services/geometry/project.ts';
import { deleteServicesOf } from '../services/storage/delete-service-store.ts';
import { findService } from '../services/storage/service-store.ts';
import { createEmptyService } from '../services/uploads/create-empty-service.ts';
import { previewFile } from '../services/uploads/preview-file.ts';
import { publishFile, type PublishedLayer } from '../services/uploads/publish-file.ts';

/**
 * Connects the portal's items with the services they stand for.
 * @param long connections that publishing may hold for hours
 */
export function createServiceHosting(database: Database, long: Database): ServiceHosting {
  return {
    async findOwnerOf(orgId, name) {
      return (await findService(database, name, { orgId }))?.service.itemId;
    },
    deleteServicesOf,
    preview: previewFile,
    publish: (file, choices, service, { signal, onProgress, finish }) =>
      publishFile(long, {
        file,
        choices,
        service,
        signal,
        onProgress,
        finish: (transaction, layers) => finish(transaction, made(layers)),
      }),
    createEmpty: (service, layers, finish) =>
      createEmptyService(database, service, layers, (transaction, created) =>
        finish(transaction, made(created)),
      ),
  };
}

function made(layers: readonly PublishedLayer[]): ServiceMade {
  const extent = layers
    .map(({ extent: own, wkid }) => own && projectEnvelope(own, projectorBetween(wkid, 4326)))
    .reduce<Envelope | null>(joinEnvelopes, null);
  return {
    layers,
    extent: extent
      ? { west: extent.xmin, south: extent.ymin, east: extent.xmax, north: extent.ymax }
      : undefined,
  };
}
