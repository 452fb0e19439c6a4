import { spawn } from 'node:child_process';
import { root, say } from './install.mjs';

/**
 * Runs stages one after the other, also after a failure, and prints what failed and how to run just that.
 * @param command the command being run, such as `npm test`
 * @param stages `{title, minutes, command, again, needs?, alongside?, environment?, failed?, failures?, second?}`:
 * `minutes` as measured on two cores, `needs` the title of a stage without which it cannot run, `alongside` whether
 * it runs at the same time as the one before it, `again` the command that runs only it, `failed` returns commands that
 * run just what failed in it, `failures` describes that, a line each, `second` returns the command of a second
 * attempt at what failed, or undefined: when it passes, so does the stage, and the summary names those failures
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
  let besides;
  for (const [index, stage] of stages.entries()) {
    const left = Math.max(1, Math.round(total - done));
    done += stage.minutes;
    const started = stage.alongside && besides;
    besides = undefined;
    if (interrupted && !started) {
      results.set(stage.title, { state: 'left', why: 'interrupted' });
    } else if (stage.needs && results.get(stage.needs)?.state !== 'passed') {
      results.set(stage.title, { state: 'left', why: `needs “${stage.needs}”, which failed` });
    } else {
      say(
        `\n— ${index + 1} of ${stages.length}: ${stage.title} (${minutesSince(begun)} gone, about ${left} min to go)`,
      );
      if (stages[index + 1]?.alongside) besides = run(stages[index + 1], environment, 'pipe');
      const { passed, output, time } = await (started || run(stage, environment, 'inherit'));
      process.stdout.write(output);
      const second = !passed && !interrupted && stage.second?.();
      if (second) say('\n— once more, by themselves: the files that failed');
      const repeated = second && (await run({ ...stage, command: second }, environment, 'inherit')).passed;
      results.set(stage.title, {
        state: passed || repeated ? 'passed' : interrupted ? 'left' : 'failed',
        why: interrupted && !passed ? 'interrupted' : undefined,
        unstable: repeated ? (stage.failures?.() ?? []) : [],
        time,
      });
    }
  }
  return printPage(command, stages, results, minutesSince(begun));
}

/** @param output `pipe`: to be printed when the stage has ended, because another one prints meanwhile */
function run({ command: [program, ...parameters], environment: more }, environment, output) {
  const started = Date.now();
  return new Promise((resolve) => {
    const child = spawn(program, parameters, {
      cwd: root,
      stdio: ['inherit', output, output],
      shell: process.platform === 'win32',
      env: { ...environment, ...more },
    });
    const printed = [];
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => printed.push(part));
    const end = (passed) => resolve({ passed, output: Buffer.concat(printed), time: minutesSince(started) });
    child.on('error', (error) => {
      say(`${program} could not be run: ${error.message}`);
      end(false);
    });
    child.on('close', (code) => end(code === 0));
  });
}

function printPage(command, stages, results, time) {
  say(`\n${'═'.repeat(72)}\n${command}: ${stages.length} stages in ${time}\n`);
  const marks = { passed: '✓', failed: '✗', left: '–' };
  for (const { title, again, failed, failures } of stages) {
    const { state, why, time: taken, unstable = [] } = results.get(title);
    say(`  ${marks[state]} ${title.padEnd(44)} ${taken ?? ''}${why ? ` not run: ${why}` : ''}`);
    for (const line of unstable) say(`      passed only at the second attempt:  ${line}`);
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
