import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';

const file = path.resolve(import.meta.dirname, '../../../examples/astana/cityworks.json');

const record = z.record(z.string(), z.union([z.string(), z.number()]));
export type CityworksRecord = z.infer<typeof record>;

const siteSchema = z.object({
  problems: z.array(
    z.object({ ProblemSid: z.number().int(), ProblemCode: z.string(), Description: z.string() }),
  ),
  workOrders: z.array(record),
  requests: z.array(record),
  inspections: z.array(record),
});

/** The sample records of the demo city: places in Web Mercator, the site's spatial reference. */
export type CityworksSamples = z.infer<typeof siteSchema>;

export function readSamples(): CityworksSamples {
  return siteSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
}
