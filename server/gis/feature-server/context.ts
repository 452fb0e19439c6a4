import type { FastifyRequest } from 'fastify';
import type { Budgets } from '../../platform/budgets/budgets.ts';
import type { Database } from '../../platform/database/connect.ts';
import type { HostedLayer, HostedService } from '../layer/layer.ts';
import type { FormFile } from '../../platform/http/multipart/read-form.ts';
import type { Parameters } from '../../platform/arcgis/parameters.ts';

/** What a caller may do with a service. */
export interface ServiceRights {
  mayRead: boolean;
  mayEdit: boolean;
  /** Username for editor tracking; null: anonymous. */
  caller: string | null;
}

/** What decides: the service, the portal item it belongs to and the token that came, if any. */
export interface AccessQuestion {
  serviceName: string;
  /** The portal organisation of the service. */
  orgId: string;
  itemId: string | null;
  token: string | undefined;
}

/**
 * Decides who may do what; the composition wires it to the portal's policy.
 * Throws a MappingError of status 498 for a dead token.
 */
export type ServiceAccess = (request: FastifyRequest, question: AccessQuestion) => Promise<ServiceRights>;

export interface FeatureServiceContext {
  /** True where other requests wait for this one: heavy work is refused with `TooHeavy`. */
  onLoop?: boolean;
  database: Database;
  /** Origin people see; addresses in answers begin with it, never with what a request calls the server. */
  publicUrl: string;
  /** Read-only connections with a time limit, for questions that strangers word; `database` when absent. */
  reader: Database;
  /** What each class of work may take. */
  budgets: Budgets;
  access: ServiceAccess;
  now(): number;
  /** Services of other kinds for the catalogue, such as vector tiles. */
  listOtherServices(): Promise<{ name: string; type: string }[]>;
}

/** One call on a service. */
export interface ServiceCall {
  context: FeatureServiceContext;
  parameters: Parameters;
  files: readonly FormFile[];
  path: Readonly<Record<string, string>>;
  service: HostedService;
  layers: readonly HostedLayer[];
  rights: ServiceRights;
  request: Pick<FastifyRequest, 'method' | 'headers' | 'url' | 'protocol' | 'host'>;
  reply: ReplyTarget;
}

/** What an operation uses of a reply; in a thread it is written down and sent later. */
export interface ReplyTarget {
  status(code: number): ReplyTarget;
  type(contentType: string): ReplyTarget;
  header(name: string, value: string | number): ReplyTarget;
  send(body?: string | Uint8Array): unknown;
}

/** One call on a layer or table of a service. */
export interface LayerCall extends Omit<ServiceCall, 'layers'> {
  layer: HostedLayer;
}

/** An operation answers JSON, or `sent` when it has sent something else itself. */
export const sent = Symbol('sent');
export type Answer = object | typeof sent;
