import { checkFraming, type ServerKind } from '../../server/application/integrations/define-server-kind.ts';

export const extension: ServerKind<'extension'> = {
  async check(integration, options) {
    const health = await checkFraming(integration, options);
    if (health.state !== 'refuses-frames') return health;
    const { origin } = new URL(options.publicUrl);
    return { ...health, message: `The page must allow framing by ${origin} (frame-ancestors).` };
  },
};
