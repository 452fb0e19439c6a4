import { spawn } from 'node:child_process';
import { root, say } from './install.mjs';

/**
 * Runs stages one after the other, also after a failure, and prints what failed and how to run just that.
 * @param command the command being run, such as `npm test`
 * @param stages `{title, minutes, command, again, needs?, environment?, failed?, failures?}`: `minutes` as
 * measured on two cores, `needs` the title of a stage without which it cannot run, `again` the command that
 * runs only it, `failed` returns commands that run just what failed in it, `failures` describes that, a line
 * each
 * @returns the exit code
 */
export async function runStages(command, stages, environment) {
  const begun = Date.now();
  const total = stages.reduce((sum, { minutes }) => sum + minutes, 0);
  const results = new Map();
  let interrupted = false;
  // Ctrl-C reaches the stage directly, which stops in order; later stages do not start, and the summary is
  // printed.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => (interrupted = true));
  let done = 0;
  for (const [index, stage] of stages.entries()) {
    const left = Math.max(1, Math.round(total - done));
    done += stage.minutes;
    if (interrupted) {
      results.set(stage.title, { state: 'left', why: 'interrupted' });
    } else if (stage.needs && results.get(stage.needs)?.state !== 'passed') {
      results.set(stage.title, { state: 'left', why: `needs “${stage.needs}”, which failed` });
    } else {
      say(
        `\n— ${index + 1} of ${stages.length}: ${stage.title} (${minutesSince(begun)} gone, about ${left} min to go)`,
      );
      const started = Date.now();
      const passed = await run(stage, environment);
      results.set(stage.title, {
        state: passed ? 'passed' : interrupted ? 'left' : 'failed',
        why: interrupted ? 'interrupted' : undefined,
        time: minutesSince(started),
      });
    }
  }
  return printPage(command, stages, results, minutesSince(begun));
}

function run({ command: [program, ...parameters], environment: more }, environment) {
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: 'inherit',
      shell: process.platform === 'win32',
      env: { ...environment, ...more },
    });
    child.on('error', (error) => {
      say(`${program} could not be run: ${error.message}`);
      resolve(false);
    });
    child.on('exit', (code) => resolve(code === 0));
  });
}

function printPage(command, stages, results, time) {
  say(`\n${'═'.repeat(72)}\n${command}: ${stages.length} stages in ${time}\n`);
  const marks = { passed: '✓', failed: '✗', left: '–' };
  for (const { title, again, failed, failures } of stages) {
    const { state, why, time: taken } = results.get(title);
    say(`  ${marks[state]} ${title.padEnd(44)} ${taken ?? ''}${why ? ` not run: ${why}` : ''}`);
    if (state !== 'failed') continue;
    for (const line of failures?.() ?? []) say(`      ${line}`);
    const precise = failed?.() ?? [];
    for (const line of precise.length > 0 ? precise : [again]) say(`      run just this:  ${line}`);
  }
  const not = stages.filter(({ title }) => results.get(title).state !== 'passed').map(({ title }) => title);
  say(not.length > 0 ? `\nFAILED: ${not.join(', ')}` : `\nPASSED: all ${stages.length} stages in ${time}`);
  return not.length > 0 ? 1 : 0;
}

function minutesSince(begun) {
  return `${((Date.now() - begun) / 60_000).toFixed(1)} min`;
}
