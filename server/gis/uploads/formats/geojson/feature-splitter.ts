import { uploadFault, uploadLimits } from '../../upload-source.ts';

/** The bytes of one feature, and the line its first byte is on. */
export interface FeatureBytes {
  bytes: Buffer;
  line: number;
}

/** `outside` any object, in the outermost `object`, between the members of `features`, in a `feature` of them. */
type Mode = 'outside' | 'object' | 'features' | 'feature';

const quote = 0x22;
const backslash = 0x5c;
const newline = 0x0a;

/** Bytes that mean something outside strings; most of a file is digits. */
const marks = new Uint8Array(256);
for (const mark of '{}[]"\n') marks[mark.charCodeAt(0)] = 1;

/**
 * Splits a GeoJSON text into its features without holding all of it. The rest (a name, a `crs`) is kept as a
 * separate text; an object without features is a feature itself, so texts with one feature per line are split
 * as well.
 */
export class FeatureSplitter {
  /** Line of the next byte. */
  line = 1;
  #mode: Mode = 'outside';
  /** Open brackets of the object or feature. */
  #depth = 0;
  #inString = false;
  #escaped = false;
  /** The last string at the first level of an object: the name of the next member. */
  #name = '';
  #startLine = 1;
  #pieces: Buffer[] = [];
  #size = 0;
  #around: Buffer[] | undefined;

  /** Where the text ends too early; undefined when it is complete. */
  get unfinished(): { line: number; inFeature: boolean } | undefined {
    if (this.#mode === 'outside') return undefined;
    const inFeature = this.#mode === 'feature';
    return { line: inFeature ? this.#startLine : this.line, inFeature };
  }

  /** The collection without its features; undefined when the text is none. */
  get surroundings(): string | undefined {
    return this.#around && Buffer.concat(this.#around).toString();
  }

  /** Processes the next bytes. @returns the features that end in them */
  *push(chunk: Buffer): Generator<FeatureBytes> {
    let from = 0;
    for (let at = 0; at < chunk.length; at += 1) {
      if (this.#inString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] as number;
      if (marks[byte] === 0 && this.#depth > 0) continue;
      if (byte === newline) this.line += 1;
      else if (this.#mode === 'outside' || this.#mode === 'features') {
        if (byte === 0x7b) from = this.#begin(at);
        else if (byte === 0x5d && this.#mode === 'features') from = this.#leaveFeatures(at);
        else this.#checkBetween(byte);
      } else if (byte === quote) {
        this.#inString = true;
        if (this.#depth === 1) this.#name = '';
      } else if (byte === 0x7b || byte === 0x5b) {
        if (byte === 0x5b && this.#mode === 'object' && this.#depth === 1 && this.#name === 'features') {
          this.#keep(chunk, from, at + 1);
          this.#enterFeatures();
        } else this.#open();
      } else if (byte === 0x7d || byte === 0x5d) {
        this.#depth -= 1;
        if (this.#depth > 0) continue;
        this.#keep(chunk, from, at + 1);
        const found = this.#end();
        if (found) yield found;
      }
    }
    if (this.#mode === 'object' || this.#mode === 'feature') this.#keep(chunk, from, chunk.length);
  }

  /** @returns the end of the string, or of the chunk */
  #skipString(chunk: Buffer, start: number): number {
    const end = this.#endOfString(chunk, start);
    if (this.#depth === 1 && this.#name.length < 9)
      this.#name += chunk.toString('latin1', start, Math.min(end, start + 9));
    return end;
  }

  #endOfString(chunk: Buffer, start: number): number {
    for (let at = start; at < chunk.length; at += 1) {
      const byte = chunk[at] as number;
      if (this.#escaped) this.#escaped = false;
      else if (byte === backslash) this.#escaped = true;
      else if (byte === quote) {
        this.#inString = false;
        return at;
      }
    }
    return chunk.length;
  }

  #begin(at: number): number {
    this.#mode = this.#mode === 'features' ? 'feature' : 'object';
    this.#depth = 1;
    this.#startLine = this.line;
    this.#name = '';
    return at;
  }

  #open(): void {
    this.#depth += 1;
    if (this.#depth > uploadLimits.nesting)
      throw uploadFault('too-deep', { line: this.line }, { most: uploadLimits.nesting });
  }

  #enterFeatures(): void {
    this.#mode = 'features';
    this.#depth = 0;
    this.#around = this.#pieces;
    this.#pieces = [];
    this.#size = 0;
  }

  #leaveFeatures(at: number): number {
    this.#mode = 'object';
    this.#depth = 1;
    this.#name = '';
    this.#pieces = this.#around ?? [];
    return at;
  }

  #end(): FeatureBytes | undefined {
    const bytes = this.#pieces;
    const whole = this.#mode === 'object' && this.#around !== undefined;
    this.#mode = this.#mode === 'feature' ? 'features' : 'outside';
    this.#pieces = [];
    this.#size = 0;
    if (whole) {
      this.#around = bytes;
      return undefined;
    }
    return { bytes: Buffer.concat(bytes), line: this.#startLine };
  }

  #keep(chunk: Buffer, from: number, to: number): void {
    this.#pieces.push(chunk.subarray(from, to));
    this.#size += to - from;
    if (this.#size <= uploadLimits.featureBytes) return;
    const most = uploadLimits.featureBytes / 1_000_000;
    throw uploadFault('feature-too-large', { line: this.#startLine }, { most });
  }

  /** Blanks, commas, and the record separator of a sequence. */
  #checkBetween(byte: number): void {
    if (byte === 0x20 || byte === 0x2c || byte === 0x0d || byte === 0x09 || byte === 0x1e) return;
    throw uploadFault('feature-expected', { line: this.line });
  }
}
