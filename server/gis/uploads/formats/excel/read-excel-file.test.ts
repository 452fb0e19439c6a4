import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readOnlyLayer, readUpload, zip } from '../../../../../testing/rig/upload-files.ts';
import { sheetRows, workbook } from '../../../../../testing/rig/workbook-files.ts';
import { limits } from '../../../../limits.ts';
import { readSharedTexts } from './shared-texts.ts';

const trees = sheetRows([
  ['name', 'lat', 'lon', 'height'],
  ['Oak', 51.1, 71.4, 12.5],
  ['Elm', '51,2', 71.5, 8],
  ['none', null, null, 3],
]);

describe('a workbook', () => {
  test('becomes a layer per sheet with rows, a table without coordinates', async () => {
    const file = await workbook(
      {
        Trees: trees,
        Owners: sheetRows([['Owner'], ['City']]),
        Empty: '',
        'Only headings': sheetRows([['a', 'b']]),
        Lists: sheetRows([['secret'], [1]]),
      },
      { hidden: ['Lists'] },
    );
    const { format, facts, layers } = await readUpload('City.xlsx', file);
    expect(format).toBe('excel');
    expect(facts).toEqual({
      notes: [],
      columns: ['name', 'lat', 'lon', 'height'],
      coordinates: { longitude: 'lon', latitude: 'lat' },
    });
    expect(layers).toMatchObject([
      {
        name: 'Trees',
        geometryType: 'esriGeometryPoint',
        wkid: 4326,
        featureCount: 3,
        features: [
          {
            geometry: { type: 'Point', coordinates: [71.4, 51.1] },
            place: { file: 'Trees', line: 2 },
          },
          { geometry: { coordinates: [71.5, 51.2] } },
          { geometry: null },
        ],
      },
      { name: 'Owners', geometryType: null, fields: { Owner: 'String' }, featureCount: 1 },
    ]);
  });

  test('has columns whose names have a bounded length', async () => {
    const heading = 'a'.repeat(1000);
    const file = await workbook({
      Trees: sheetRows([
        [heading, heading],
        [1, 2],
      ]),
    });
    const { facts } = await readUpload('a.xlsx', file);
    expect(facts.columns).toEqual(['a'.repeat(500), `${'a'.repeat(500)}_1`]);
  });

  test('has types by its cells, and stored results of formulas', async () => {
    const rows = `<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c>
      <c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c><c r="F1" t="s"><v>5</v></c><c r="G1" t="s"><v>6</v></c></row>
      <row r="2"><c r="A2" t="s"><v>7</v></c><c r="B2"><f>1+1</f><v>2</v></c><c r="C2" s="1"><v>46348.4375</v></c>
      <c r="D2" t="b"><v>1</v></c><c r="E2" t="str"><f>A1&amp;"x"</f><v>joined</v></c><c r="F2" t="e"><v>#N/A</v></c><c r="G2" s="2"><v>0.25</v></c></row>
      <row r="3"><c r="A3" t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r></is></c><c r="B3"><v>2.5E0</v></c>
      <c r="C3" t="d"><v>2026-11-23</v></c><c r="D3" t="b"><v>0</v></c><c r="E3"><f>B3</f></c><c r="F3"><v>7</v></c></row>`;
    const plain = ['code', 'number', 'planted', 'old', 'formula', 'error', 'opens'].map(
      (name) => `<t>${name}</t>`,
    );
    const texts = [...plain, '<t xml:space="preserve">00</t><rPh sb="0" eb="1"><t>no</t></rPh>'];
    const file = await workbook({ A: rows }, { texts, formats: ['yyyy-mm-dd hh:mm', 'h:mm'] });
    const layer = await readOnlyLayer('a.xlsx', file);
    expect(layer.fields).toEqual({
      code: 'String',
      number: 'Double',
      planted: 'Date',
      old: 'SmallInteger',
      formula: 'String',
      error: 'Integer',
      opens: 'String',
    });
    expect(layer.features.map(({ properties }) => Object.values(properties))).toEqual([
      ['00', 2, '2026-11-22T10:30:00.000Z', true, 'joined', '06:00:00'],
      ['rich text', 2.5, '2026-11-23', false, 7],
    ]);
  });

  test('starts at the first row with values; empty rows and columns are ignored, headings named', async () => {
    const rows = `<row r="3" ht="20"><c r="B3" s="0"/></row><row r="5"><c r="B5"><v>2020</v></c><c r="D5" t="str"><v>a</v></c><c r="F5" t="str"><v>a</v></c></row>
      <row r="7"><c r="B7"><v>1</v></c><c r="D7" t="str"><v>x</v></c><c r="E7"><v>5</v></c><c r="H7"><v>9</v></c></row>
      <row r="900"><c r="C900" s="0"/><c r="ZZ900" s="0"/></row>`;
    const file = await workbook({ A: rows });
    const { layers } = await readUpload('a.xlsx', file);
    expect(Object.keys(layers[0]?.fields ?? {})).toEqual(['2020', 'a', 'column 5', 'a_1', 'column 8']);
    expect(layers[0]?.features).toMatchObject([
      { properties: { 1: 1, 3: 'x', 4: 5, 7: 9 }, place: { file: 'A', line: 7 } },
    ]);
  });

  test('counts days from 1904 where it says so', async () => {
    const rows = '<row><c t="str"><v>d</v></c></row><row><c s="1"><v>44886</v></c></row>';
    const file = await workbook({ A: rows }, { formats: ['d.m.yy'], from1904: true });
    expect((await readOnlyLayer('a.xlsx', file)).features[0]?.properties).toEqual({ 0: '2026-11-22' });
  });

  test('with macros is read as data', async () => {
    const file = await workbook({ Trees: trees }, { others: { 'xl/vbaProject.bin': 'Sub Auto_Open()' } });
    expect(await readOnlyLayer('a.xlsm', file)).toMatchObject({ featureCount: 3 });
  });

  test('takes chosen columns of coordinates, or none', async () => {
    const file = await workbook({
      A: sheetRows([
        ['e', 'n'],
        [1, 2],
      ]),
      B: sheetRows([
        ['lon', 'lat'],
        [3, 4],
      ]),
    });
    const kinds = async (choices: object) =>
      (await readUpload('a.xlsx', file, choices)).layers.map(({ geometryType }) => geometryType);
    expect(await kinds({})).toEqual([null, 'esriGeometryPoint']);
    expect(await kinds({ longitude: 'e', latitude: 'n' })).toEqual([
      'esriGeometryPoint',
      'esriGeometryPoint',
    ]);
    expect(await kinds({ noCoordinates: true })).toEqual([null, null]);
    await expect(kinds({ longitude: 'e', latitude: 'north' })).rejects.toThrow(/No column “north”/);
  });
});

const one = (cell: string) => workbook({ A: `<row><c t="str"><v>a</v></c></row><row r="2">${cell}</row>` });

describe('refused with words is', () => {
  const long = 'x'.repeat(100_001);
  test.each<[string, () => Promise<Buffer> | Buffer, RegExp]>([
    ['a text that no cell shares', () => one('<c t="s"><v>5</v></c>'), /A, line 2: .*“5” is not a value/],
    ['a number that is none', () => one('<c><v>1e999</v></c>'), /A, line 2: .*“1e999”/],
    ['a cell outside of a sheet', () => one('<c r="XFE2"><v>1</v></c>'), /16384 columns/],
    ['a row outside of a sheet', () => workbook({ A: '<row r="1048577"/>' }), /1048576 rows/],
    [
      'a value far to the right',
      () => one('<c r="OK2"><v>1</v></c>'),
      /401 columns; a layer can have at most 400/,
    ],
    ['a text that is too long', () => one(`<c t="str"><v>${long}</v></c>`), /has 100,001 characters/],
    [
      'a coordinate that is none',
      () =>
        workbook({
          A: sheetRows([
            ['x', 'y'],
            ['here', 1],
          ]),
        }),
      /A, line 2: “here” in the column x/,
    ],
    [
      'a workbook without rows',
      () => workbook({ A: '', B: sheetRows([['only headings']]) }),
      /contains no features/,
    ],
    [
      'a workbook of 51 sheets',
      () =>
        workbook(
          Object.fromEntries(Array.from({ length: 51 }, (_none, n) => [`S${n}`, sheetRows([['a'], [1]])])),
        ),
      /51 layers; the limit is 50/,
    ],
    [
      'a sheet that is missing',
      async () => zip({ '[Content_Types].xml': 'x', 'xl/theme.xml': 'x' }),
      /xl\/workbook\.xml is missing/,
    ],
    ['broken XML', () => one('<c>'), /sheet1\.xml, line 2: Not well-formed XML/],
    [
      'entities of entities',
      () =>
        workbook(
          { A: trees },
          {
            others: {
              'xl/sharedStrings.xml': `<!DOCTYPE sst [<!ENTITY a "lol"><!ENTITY b "${'&a;'.repeat(1000)}">]><sst><si><t>&b;</t></si></sst>`,
            },
          },
        ),
      /sharedStrings\.xml, line 1: The document declares entities/,
    ],
    [
      'an outside entity',
      () =>
        workbook(
          { A: trees },
          { others: { 'xl/styles.xml': '<!DOCTYPE s [<!ENTITY a SYSTEM "file:///etc/passwd">]><s>&a;</s>' } },
        ),
      /declares entities/,
    ],
    [
      'a sheet outside of the archive',
      () =>
        workbook(
          { A: trees },
          {
            others: {
              'xl/_rels/workbook.xml.rels':
                '<Relationships><Relationship Id="rId1" Type="a/worksheet" Target="../../../../etc/passwd"/></Relationships>',
            },
          },
        ),
      /etc\/passwd is missing/,
    ],
    [
      'a binary workbook',
      () => zip({ '[Content_Types].xml': 'x', 'xl/workbook.bin': 'x' }),
      /binary Excel workbook \(\.xlsb\)\. Save it as \.xlsx/,
    ],
    [
      'an older workbook',
      () => compound('Workbook'),
      /workbook of Excel 97–2003 \(\.xls\)\. Save it as \.xlsx/,
    ],
    ['an encrypted workbook', () => compound('EncryptedPackage'), /Remove the password in Excel/],
    ['a document of Word', () => compound('WordDocument'), /format isn’t supported/],
  ])('%s', async (_what, make, message) => {
    await expect(readUpload('a.xlsx', await make())).rejects.toThrow(message);
  });

  test('a sheet of zeros, while it is unpacked', async () => {
    const others = { 'xl/worksheets/sheet1.xml': Buffer.alloc(30_000_000) };
    const bomb = await workbook({ A: '' }, { others });
    expect(bomb.length).toBeLessThan(100_000);
    await expect(readUpload('a.xlsx', bomb)).rejects.toThrow(/more than 200 times larger/);
  });

  test('more shared texts than the memory has room for', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'mapping-test-'));
    const part = path.join(folder, 'texts');
    const usual = limits.sharedTextBytes;
    onTestFinished(() => void Object.assign(limits, { sharedTextBytes: usual }));
    Object.assign(limits, { sharedTextBytes: 1_000_000 });
    await writeFile(part, `<sst>${'<si/>'.repeat(50_000)}`);
    await expect(readSharedTexts(part, 'xl/sharedStrings.xml')).rejects.toThrow(/more than 768 MB/);
    await rm(folder, { recursive: true });
  });
});

/** The beginning of a compound file with its directory, in which a part is named, in sector 1. */
function compound(part: string): Buffer {
  const file = Buffer.alloc(4096);
  file.write('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'latin1');
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  file.write('Root Entry', 1024, 'utf16le');
  file.write(part, 1024 + 128 * 5, 'utf16le');
  return file;
}
