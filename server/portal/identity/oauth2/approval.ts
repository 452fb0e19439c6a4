import { z } from 'zod';
import { readOperation } from '../../../platform/arcgis/schema.ts';
import type { PortalCall, rawResponse } from '../../operation.ts';
import { sendApprovalPage } from '../sign-in/send-plain-pages.ts';

const schema = z.object({
  code: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .catch(undefined),
});

/**
 * `oauth2/approval`: where the response to a sign-in goes for applications without an address of their own. They read the code from the
 * title of the page, or the user copies it.
 */
export async function approval(call: PortalCall): Promise<typeof rawResponse> {
  return sendApprovalPage(call, readOperation(schema, call.parameters).code);
}
