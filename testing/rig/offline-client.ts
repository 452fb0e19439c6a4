/** Sends a request and returns its response. */
export type Send = (operation: string, params: Record<string, unknown>) => Promise<any>;

/** A feature of an offline copy, by its GlobalID. */
export interface CopiedFeature {
  attributes: Record<string, any>;
  geometry?: any;
}

/** What fails: the request does not arrive, or its response does not. */
export type Failure = 'request' | 'answer' | undefined;

/**
 * A client that edits offline, as documented for clients of `createReplica` and `synchronizeReplica`: it keeps its edits until an
 * answer says that they are stored, names the generations that it has, and stores features by GlobalID.
 */
export class OfflineClient {
  readonly features = new Map<string, CopiedFeature>();
  /** Attachments by GlobalID. */
  readonly files = new Map<string, { name: string; parentGlobalId: string }>();
  id = '';
  serverGen = 0;
  #pending = { adds: new Set<string>(), updates: new Set<string>(), deletes: new Set<string>() };
  #newFiles = new Map<string, object>();
  readonly #send: Send;

  constructor(send: Send) {
    this.#send = send;
  }

  async #request(operation: string, params: Record<string, unknown>, failure: Failure): Promise<any> {
    if (failure === 'request') throw new Error('The network failed.');
    const answer = await this.#send(operation, params);
    if (failure === 'answer') throw new Error('The network failed.');
    return answer;
  }

  async download(params: Record<string, unknown> = {}, failure?: Failure): Promise<void> {
    const made = await this.#request(
      'createReplica',
      {
        replicaName: 'field',
        layers: [0],
        syncModel: 'perLayer',
        returnAttachments: true,
        attachmentsSyncDirection: 'bidirectional',
        dataFormat: 'json',
        ...params,
      },
      failure,
    );
    this.id = made.replicaID;
    this.serverGen = made.layerServerGens[0].serverGen;
    for (const feature of made.layers[0].features) this.#store(feature);
    for (const file of made.layers[0].attachments ?? []) this.files.set(file.globalId, file);
  }

  add(name: string, x: number): string {
    const globalId = crypto.randomUUID();
    this.#store({ attributes: { GlobalID: globalId, name, kind: 'oak' }, geometry: { x, y: 0 } });
    this.#pending.adds.add(globalId);
    return globalId;
  }

  update(globalId: string, attributes: object): void {
    const feature = this.features.get(globalId);
    if (!feature) throw new Error('Not in the copy.');
    Object.assign(feature.attributes, attributes);
    if (!this.#pending.adds.has(globalId)) this.#pending.updates.add(globalId);
  }

  remove(globalId: string): void {
    this.features.delete(globalId);
    this.#pending.updates.delete(globalId);
    this.#pending.deletes.add(globalId);
    this.#pending.adds.delete(globalId);
  }

  attach(parentGlobalId: string, name: string, text: string): string {
    const globalId = crypto.randomUUID();
    const data = Buffer.from(text).toString('base64');
    this.files.set(globalId, { name, parentGlobalId });
    this.#newFiles.set(globalId, { globalId, parentGlobalId, name, contentType: 'text/plain', data });
    return globalId;
  }

  /** The request that a synchronization sends now. */
  request(params: Record<string, unknown> = {}): Record<string, unknown> {
    const { adds, updates, deletes } = this.#pending;
    const send = (id: string) => structuredClone(this.features.get(id));
    return {
      replicaID: this.id,
      syncLayers: [{ id: 0, serverGen: this.serverGen, syncDirection: 'bidirectional' }],
      edits: [
        {
          id: 0,
          features: { adds: [...adds].map(send), updates: [...updates].map(send), deleteIds: [...deletes] },
          attachments: { adds: [...this.#newFiles.values()], updates: [], deleteIds: [] },
        },
      ],
      returnIdsForAdds: true,
      ...params,
    };
  }

  async synchronize(failure?: Failure, params: Record<string, unknown> = {}): Promise<any> {
    const answer = await this.#request('synchronizeReplica', this.request(params), failure);
    if (answer.error) return answer;
    const [edits] = answer.edits;
    const failed = [
      ...(edits?.addResults ?? []),
      ...(edits?.updateResults ?? []),
      ...(edits?.deleteResults ?? []),
    ].filter(({ success }: any) => !success);
    if (failed.length > 0) throw new Error(JSON.stringify(failed));
    this.#pending = { adds: new Set(), updates: new Set(), deletes: new Set() };
    this.#newFiles.clear();
    for (const feature of [...(edits?.features?.adds ?? []), ...(edits?.features?.updates ?? [])])
      this.#store(feature);
    for (const id of edits?.features?.deleteIds ?? []) this.#drop(id);
    const { adds = [], updates = [], deleteIds = [] } = edits?.attachments ?? {};
    for (const file of [...adds, ...updates]) this.files.set(file.globalId, file);
    for (const id of deleteIds) this.files.delete(id);
    this.serverGen = answer.layerServerGens[0].serverGen;
    return answer;
  }

  /** Until the network works: the request is lost, then its response, then neither. */
  async persist(): Promise<any> {
    for (const failure of ['request', 'answer', 'answer'] as const)
      await this.synchronize(failure).catch((error: Error) => {
        if (error.message !== 'The network failed.') throw error;
      });
    const answer = await this.synchronize();
    if (answer.error) throw new Error(JSON.stringify(answer.error));
    return answer;
  }

  #store(feature: CopiedFeature): void {
    this.features.set(feature.attributes['GlobalID'], feature);
  }

  #drop(id: string): void {
    this.features.delete(id);
    for (const [file, { parentGlobalId }] of this.files) if (parentGlobalId === id) this.files.delete(file);
  }
}
