// Whether every folder of the product is a room of tools/rooms.mjs, and docs/architecture.md shows the same list.
//   node tools/check-rooms.mjs           fails when they differ
//   node tools/check-rooms.mjs --write   writes the table
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { format } from 'prettier';
import { foldersWithoutRoom, roomTable } from './rooms.mjs';

const page = 'docs/architecture.md';
const [begin, end] = ['<!-- rooms -->', '<!-- /rooms -->'];
const text = readFileSync(page, 'utf8');
const [before, rest] = text.split(begin);
const after = rest?.split(end)[1];
if (after === undefined) {
  console.error(`${page}: The table of rooms belongs between ${begin} and ${end}.`);
  process.exit(1);
}
const options = { ...JSON.parse(readFileSync('.prettierrc.json', 'utf8')), parser: 'markdown' };
const wanted = await format(`${before}${begin}\n\n${roomTable()}\n\n${end}${after}`, options);
if (process.argv.includes('--write')) writeFileSync(page, wanted);
else if (wanted !== text) {
  console.error(`${page} shows other rooms than tools/rooms.mjs. Run: node tools/check-rooms.mjs --write`);
  process.exit(1);
}
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'])
  .toString()
  .split('\n');
const homeless = foldersWithoutRoom(files);
for (const folder of homeless) console.error(`${folder}/ is not a room. Add it to tools/rooms.mjs.`);
process.exit(homeless.length > 0 ? 1 : 0);
