import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { guessEncoding } from '../../../../../wire/table-text.ts';
import { uploadFaultAt } from '../../../../../wire/upload-faults.ts';
import type { Zip } from '../../archive/open-zip.ts';
import { readHead } from '../../bytes/read-bytes.ts';
import { referenceOfText } from '../../geometry/place-geometry.ts';
import { isKnownEncoding } from '../../text/read-text.ts';
import {
  type SourceFacts,
  type SourceLayer,
  type SourceReference,
  type UploadChoices,
  uploadFault,
  type UploadFeature,
  type UploadFile,
  uploadLimits,
  type UploadSource,
} from '../../upload-source.ts';
import { type DbfHeader, type DbfRecord, readDbfHeader, readDbfRecords } from './dbf-records.ts';
import { readShpHeader, readShpRecords } from './shp-records.ts';

/** Encodings by the number in a .dbf header; others are ambiguous. */
const drivers: Readonly<Record<number, string>> = {
  0x03: 'windows-1252',
  0x26: 'ibm866',
  0x4d: 'gbk',
  0x4e: 'euc-kr',
  0x4f: 'big5',
  0x58: 'windows-1252',
  0x59: 'windows-1252',
  0x65: 'ibm866',
  0x7b: 'shift_jis',
  0xc8: 'windows-1250',
  0xc9: 'windows-1251',
  0xca: 'windows-1254',
  0xcb: 'windows-1253',
};

/** Numbers of code pages that Windows writes into .cpg files. */
const pages: Readonly<Record<string, string>> = {
  65001: 'utf-8',
  866: 'ibm866',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
};

/** The encoding of a .cpg file; undefined when it is not supported. */
function encodingOfCpg(text: string): string | undefined {
  const name = text.trim().toLowerCase();
  const digits = /\d+/.exec(name.replaceAll(/[^a-z\d]/g, ''))?.[0] ?? '';
  const known =
    pages[digits] ??
    (/^125\d$/.test(digits)
      ? `windows-${digits}`
      : /^8859\d{1,2}$/.test(digits)
        ? `iso-8859-${digits.slice(4)}`
        : name);
  return isKnownEncoding(known) ? known : undefined;
}

/** @throws MappingError `services:invalid-upload` for an unsupported spatial reference */
function readPrj(text: string, file: string): SourceReference {
  const reference = referenceOfText(text.replace(/^\uFEFF/, ''));
  if (reference) return reference;
  throw uploadFault('unknown-reference', { file });
}

/** Every shapefile of an archive, each as a layer. */
export async function openShapefiles(
  zip: Zip,
  file: UploadFile,
  choices: UploadChoices,
): Promise<UploadSource> {
  const names = zip.names.filter((name) => /\.shp$/i.test(name));
  if (names.length > uploadLimits.layers)
    throw uploadFault('too-many-layers', {}, { found: names.length, most: uploadLimits.layers });
  const facts: SourceFacts = { notes: [] };
  const layers: SourceLayer[] = [];
  for (const name of names) layers.push(await openShapefile(zip, name, file, choices, facts));
  return { format: 'shapefile', facts, layers, close: () => Promise.resolve() };
}

async function openShapefile(
  zip: Zip,
  name: string,
  { meter }: UploadFile,
  choices: UploadChoices,
  facts: SourceFacts,
): Promise<SourceLayer> {
  const shown = path.basename(name);
  const unpack = async (extension: string) => {
    const wanted = name.slice(0, -'.shp'.length).toLowerCase() + extension;
    const found = zip.names.find((other) => other.toLowerCase() === wanted);
    return found === undefined ? undefined : { path: await zip.unpack(found), name: path.basename(found) };
  };
  const shp = await zip.unpack(name);
  const box = readShpHeader(await readHead(shp, 100), shown);
  const [dbf, prj, cpg] = [await unpack('.dbf'), await unpack('.prj'), await unpack('.cpg')];
  const reference = prj
    ? readPrj(await readFile(prj.path, 'utf8'), prj.name)
    : withoutPrj(box, shown, choices.wkid, facts);
  const table = dbf && (await openTable(dbf, cpg && (await readFile(cpg.path, 'latin1')), choices, facts));
  return {
    name: shown.replace(/\.shp$/i, ''),
    fields:
      table?.header.fields.map(({ name: field, type }, index) => ({
        key: String(index),
        name: field,
        type,
      })) ?? [],
    reference: () => reference,
    features: () => features(readShpRecords(shp, shown, meter), table?.rows(), shown),
  };
}

interface Table {
  header: DbfHeader;
  rows: () => AsyncGenerator<DbfRecord>;
}

async function openTable(
  dbf: { path: string; name: string },
  cpg: string | undefined,
  choices: UploadChoices,
  facts: SourceFacts,
): Promise<Table> {
  const head = await readHead(dbf.path, 1_000_000);
  const bare = readDbfHeader(head, dbf.name, new TextDecoder('latin1'));
  const encoding =
    choices.encoding ??
    (cpg === undefined ? undefined : encodingOfCpg(cpg)) ??
    drivers[bare.languageDriver] ??
    guessEncoding(head.subarray(bare.headerBytes)).encoding;
  if (!isKnownEncoding(encoding))
    throw uploadFault('unknown-encoding', {}, { encoding: encoding.slice(0, 40) });
  facts.encoding = encoding;
  const decoder = new TextDecoder(encoding);
  const header = readDbfHeader(head, dbf.name, decoder);
  return { header, rows: () => readDbfRecords(dbf.path, header, decoder) };
}

/** Degrees are recognised by their size; anything else could be anywhere. */
function withoutPrj(
  { xmin, ymin, xmax, ymax }: ReturnType<typeof readShpHeader>,
  file: string,
  wkid: number | undefined,
  facts: SourceFacts,
): SourceReference {
  if (wkid !== undefined) return { wkid };
  if (Math.min(xmin, -xmax) < -360 || Math.min(ymin, -ymax) < -90) throw uploadFault('no-prj', { file });
  facts.notes.push(uploadFaultAt('prj-assumed', { file }));
  return { wkid: 4326 };
}

async function* features(
  shapes: AsyncGenerator<UploadFeature['geometry']>,
  rows: AsyncGenerator<DbfRecord> | undefined,
  file: string,
): AsyncGenerator<UploadFeature[]> {
  let feature = 0;
  try {
    for await (const geometry of shapes) {
      feature += 1;
      const row = await rows?.next();
      if (row?.done) throw uploadFault('missing-row', { file, feature });
      if (rows && row?.value === undefined) continue;
      yield [{ geometry, properties: row?.value ?? {}, place: { file, feature } }];
    }
  } finally {
    await rows?.return(undefined);
  }
}
