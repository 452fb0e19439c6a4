// A process that measures one tool: `analysis-process.ts TOOL COUNT`, started by analysis.ts.
import { serveSdkAssets } from '../../server/gis/analysis/sdk-assets.ts';
import { analysisTools } from '../../wire/analysis.ts';
import type { ToolFigures } from './analysis.ts';
import { benchLayers } from './analysis-layers.ts';

const [, , name, count] = process.argv;
const tool = analysisTools.find((one) => one === name);
if (!tool) throw new Error(`There is no tool ${name}.`);
serveSdkAssets();
const { runTask } = await import('../../analysis/run-task.ts');
// A union has more parts than its layers together, and the limit is that of the result.
const { a, b, p } = benchLayers(tool === 'union' ? Number(count) / 2 : Number(count));
const recipe = { tool, metres: tool === 'grid' ? 1000 : 50, field: 'kind', cells: 'hexagon' as const };
// Points are aggregated by areas; areas are summarised over areas.
const [input, other] = tool === 'aggregate' ? [p, b] : tool === 'nearest' ? [a, p] : [a, b];
const started = process.cpuUsage();
const { layer } = await runTask({ recipe, input, other, wkid: 102_100 }, () => {});
const figures: ToolFigures = {
  seconds: process.cpuUsage(started).user / 1e6,
  megabytes: Math.round(process.resourceUsage().maxRSS / 1024),
  features: layer.count,
};
process.send?.(figures);
