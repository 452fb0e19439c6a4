import type { Page } from '@playwright/test';
import { startSdkApplication } from './sdk-application.ts';
import { test as base, tokenOf } from './steps.ts';

/** Tests with an application of another origin that uses the unmodified ArcGIS SDK. */
export const test = base.extend<object, { application: string }>({
  application: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the parameter's names.
    async ({}, use, { project }) => {
      const application = await startSdkApplication(`${project.use.baseURL}/portal`);
      await use(application.url);
      await application.close();
    },
    { scope: 'worker' },
  ],
});

/** Opens the application and waits until the SDK is ready. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForFunction(() => 'sdk' in globalThis);
}

/** Runs code in the application; an error of the SDK is returned as `{error}`. */
export async function run<Arg, Result>(
  page: Page,
  piece: (sdk: any, arg: Arg) => Promise<Result>,
  arg: Arg,
): Promise<Result> {
  const answer = await page.evaluate(
    async ([source, given]) => {
      const piece = new Function(`return ${source}`)();
      try {
        return { value: await piece((globalThis as any).sdk, given) };
      } catch (error: any) {
        const { name, message, details } = error;
        const why = details?.errors?.map((each: any) => `${each.name}: ${each.message}`);
        return { error: { name, message, status: details?.httpStatus, code: details?.messageCode, why } };
      }
    },
    [String(piece), arg] as const,
  );
  if (answer.error) throw new Error(`${answer.error.name}: ${JSON.stringify(answer.error)}`);
  return answer.value as Result;
}

/** Signs the application in with a token, like an application with its own sign-in form. */
export async function registerToken(page: Page, username: 'ada' | 'grace'): Promise<string> {
  const token = await tokenOf(page, username);
  await run(
    page,
    async ({ IdentityManager, restUrl }, { token, username }) => {
      IdentityManager.registerToken({
        server: restUrl,
        token,
        userId: username,
        expires: Date.now() + 1_500_000,
        ssl: false,
      });
    },
    { token, username },
  );
  return token;
}
