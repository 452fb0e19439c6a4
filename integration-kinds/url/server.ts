import { checkFraming, type ServerKind } from '../../server/application/integrations/define-server-kind.ts';

export const url: ServerKind<'url'> = { check: checkFraming };
