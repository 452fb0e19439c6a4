import { everyLook, faultsIn } from './accessibility-faults.ts';
import { test } from './steps.ts';
import { scenes } from './states/all-states.ts';
import { examineStates } from './states/examine-states.ts';

for (const scene of scenes) {
  const { name, usual } = scene;
  if (usual)
    test(`${name}: no accessibility violations`, async ({ page }) => {
      // Of several states, on a slow machine.
      test.setTimeout(300_000);
      await examineStates(page, scene, 'en', (shown) => faultsIn(shown, usual));
    });

  for (const language of ['en', 'ar'] as const)
    test(
      `${name}: no accessibility violations in any look, ${language}`,
      { tag: '@long' },
      async ({ page }) => {
        test.setTimeout(1_200_000);
        await examineStates(page, scene, language, (shown) => faultsIn(shown, everyLook));
      },
    );
}
