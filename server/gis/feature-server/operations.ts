import type { BudgetName } from '../../platform/budgets/budgets.ts';
import { append } from './append/append.ts';
import { appendToService } from './append/append-to-service.ts';
import { appendStatus, cancelAppend } from './append/jobs.ts';
import * as attachmentEdits from './attachments/edit-attachments.ts';
import * as attachments from './attachments/read-attachments.ts';
import type { OperationResponse, LayerCall, ServiceCall } from './context.ts';
import { calculate, validateSql } from './edit/calculate.ts';
import { queryHistory, restore } from './edit/history.ts';
import * as edits from './edit/operations.ts';
import { sendPicture } from './pictures.ts';
import { queryRelatedRecords } from './query-related.ts';
import { queryBins } from './query/bins/query-bins.ts';
import { queryDateBins } from './query/bins/query-date-bins.ts';
import { generateRenderer } from './query/classes/generate-renderer.ts';
import { fromReplica } from './query/from-replica.ts';
import { atMoment, presentOnly } from './query/historic-moment.ts';
import { query, readFeature } from './query/query.ts';
import { queryService } from './query/service-query.ts';
import { queryTopFeatures } from './query/top-features.ts';
import * as descriptions from './service-operations.ts';
import { cancelJob, inBackground } from './sync/background.ts';
import { checkReplica, createReplica } from './sync/create-replica.ts';
import { checkChanges, extractChanges } from './sync/extract-changes.ts';
import * as replicas from './sync/replicas.ts';
import { checkSynchronization, synchronizeReplica } from './sync/synchronize-replica.ts';
import * as uploads from './uploads/operations.ts';
import * as uploadParts from './uploads/parts.ts';
import { describeSources, describeViews } from './views.ts';

/** Operations by address, with their class of work, and `changes` for those outside `edits` that change something. */
export type OperationTable<Call> = Readonly<
  Record<string, [BudgetName, (call: Call) => Promise<OperationResponse>, 'changes'?]>
>;

/** Whether an operation accepts only POST, because it changes something; the others accept GET, too. */
export function isPostOnly([budget, , changes]: OperationTable<never>[string]): boolean {
  return budget === 'edits' || changes !== undefined;
}

/** Addresses below `/{name}/FeatureServer`. */
export const serviceOperations: OperationTable<ServiceCall> = {
  '': ['small', descriptions.describeService],
  '/layers': ['small', descriptions.describeAllLayers],
  '/relationships': ['small', descriptions.describeRelationships],
  '/queryDomains': ['small', descriptions.queryDomains],
  '/sources': ['content', describeSources],
  '/views': ['content', describeViews],
  '/query': ['features', fromReplica(queryService)],
  '/extractChanges': ['features', presentOnly(inBackground('/extractChanges', extractChanges, checkChanges))],
  '/createReplica': [
    'features',
    presentOnly(inBackground('/createReplica', createReplica, checkReplica)),
    'changes',
  ],
  '/synchronizeReplica': [
    'edits',
    presentOnly(inBackground('/synchronizeReplica', synchronizeReplica, checkSynchronization)),
  ],
  '/unRegisterReplica': ['edits', replicas.unregisterReplica],
  '/replicas': ['small', replicas.replicas],
  '/replicas/:replica(^[\\da-fA-F-]{32,36}$)': ['small', replicas.describeOne],
  '/jobs/:job(^[\\da-f]{32}$)': ['small', replicas.jobStatus],
  '/jobs/:job(^[\\da-f]{32}$)/cancel': ['small', cancelJob, 'changes'],
  '/replicafiles/:job(^[\\da-f]{32}$)': ['features', replicas.replicaFile],
  '/applyEdits': ['edits', presentOnly(edits.applyServiceEdits)],
  '/append': ['edits', presentOnly(appendToService)],
  '/uploads/info': ['small', uploads.uploadInfo],
  '/uploads/upload': ['edits', uploads.upload],
  '/uploads/register': ['edits', uploadParts.registerUpload],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/uploadPart': ['edits', uploadParts.uploadPart],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/parts': ['small', uploadParts.uploadParts],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/commit': ['edits', uploadParts.commitUpload],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)': ['small', uploads.describeUpload],
  '/uploads/:upload(^i[\\da-fA-F-]{36}$)/delete': ['edits', uploads.deleteUpload],
};

/** Addresses below `/{name}/FeatureServer/{layer}`. */
export const layerOperations: OperationTable<LayerCall> = {
  '': ['small', descriptions.describeLayer],
  '/query': ['features', fromReplica(atMoment(query))],
  '/queryTopFeatures': ['features', fromReplica(atMoment(queryTopFeatures))],
  '/queryBins': ['features', fromReplica(atMoment(queryBins))],
  '/queryDateBins': ['features', fromReplica(atMoment(queryDateBins))],
  '/generateRenderer': ['features', fromReplica(atMoment(generateRenderer))],
  '/queryHistory': ['features', queryHistory],
  '/restore': ['edits', restore],
  '/validateSQL': ['features', presentOnly(validateSql)],
  '/queryRelatedRecords': ['features', atMoment(queryRelatedRecords)],
  '/queryAttachments': ['features', presentOnly(attachments.queryAttachments)],
  '/applyEdits': ['edits', presentOnly(edits.applyLayerEdits)],
  '/addFeatures': ['edits', presentOnly(edits.addFeatures)],
  '/updateFeatures': ['edits', presentOnly(edits.updateFeatures)],
  '/deleteFeatures': ['edits', presentOnly(edits.deleteFeatures)],
  '/calculate': ['edits', presentOnly(calculate)],
  '/append': ['edits', presentOnly(append)],
  '/append/jobs/:job(^[\\da-f]{32}$)': ['small', appendStatus],
  '/append/jobs/:job(^[\\da-f]{32}$)/cancel': ['edits', cancelAppend],
  '/images/:image(^[\\da-f]{32}$)': ['small', sendPicture],
  '/:objectid(^\\d{1,15}$)': ['features', fromReplica(atMoment(readFeature))],
  '/:objectid(^\\d{1,15}$)/attachments': ['features', presentOnly(attachments.attachmentInfos)],
  '/:objectid(^\\d{1,15}$)/attachments/:attachmentid(^\\d{1,15}$)': [
    'features',
    presentOnly(attachments.attachmentFile),
  ],
  '/:objectid(^\\d{1,15}$)/addAttachment': ['edits', presentOnly(attachmentEdits.addAttachment)],
  '/:objectid(^\\d{1,15}$)/updateAttachment': ['edits', presentOnly(attachmentEdits.updateAttachment)],
  '/:objectid(^\\d{1,15}$)/deleteAttachments': ['edits', presentOnly(attachmentEdits.deleteAttachments)],
};
