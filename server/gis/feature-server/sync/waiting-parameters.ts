import { readFile } from 'node:fs/promises';
import { limits } from '../../../limits.ts';
import type { ByteBudget } from '../../../platform/budgets/byte-budget.ts';
import { type HeldByJob, WaitingBytes } from '../../../platform/budgets/waiting-bytes.ts';
import type { FormValue } from '../../../platform/http/read-forms.ts';
import { Parameters } from '../../../platform/arcgis/parameters.ts';

/** One value in the file. */
interface Written {
  name: string;
  isText: boolean;
  bytes: number;
}

/** The parameters of a request for the job that it starts, which may wait for hours: many bytes of them are in a file until its turn comes. */
export class WaitingParameters implements HeldByJob {
  readonly #bytes: WaitingBytes;
  #given: Parameters | undefined;
  #written: readonly Written[] | undefined;

  constructor(parameters: Parameters, room: ByteBudget | undefined, sender: string) {
    this.#given = new Parameters(parameters.raw());
    this.#bytes = new WaitingBytes(room, sender);
  }

  async begin(): Promise<void> {
    if (!this.#given) return;
    const values = [...this.#given.raw()].flatMap(([name, each]) => each.map((value) => ({ name, value })));
    if (this.#given.bytes() <= limits.jobParameterBytes) {
      // One that is still encoded is a view of the whole form, and would keep it in memory.
      const copied = values.map(({ name, value }): [string, FormValue] => [
        name,
        typeof value === 'string' ? value : new Uint8Array(value),
      ]);
      this.#given = new Parameters(copied);
      return;
    }
    await this.#bytes.write(values.map(({ value }) => value));
    this.#written = values.map(({ name, value }) => {
      return { name, isText: typeof value === 'string', bytes: Buffer.byteLength(value) };
    });
    this.#given = undefined;
  }

  /** They are in memory from now on. */
  async read(): Promise<Parameters> {
    if (!this.#written) return this.#given ?? new Parameters();
    const bytes = await readFile(this.#bytes.place);
    let at = 0;
    const values = this.#written.map((each): [string, FormValue] => {
      const value = bytes.subarray(at, (at += each.bytes));
      return [each.name, each.isText ? value.toString() : value];
    });
    return new Parameters(values);
  }

  async end(): Promise<void> {
    this.#given = undefined;
    await this.#bytes.end();
  }
}
