import type { OperationRoute } from '../operation.ts';
import { generateToken } from './generate-token.ts';
import { authorize } from './oauth2/authorize.ts';
import {
  exchangeToken,
  platformSelf,
  revokeToken,
  signOut,
  validateAppAccess,
  validateRedirectUri,
} from './oauth2/session-operations.ts';
import { token } from './oauth2/token.ts';

/** Signing in and out (docs/arcgis-protocol.md#signing-in). */
export const identityRoutes: readonly OperationRoute[] = [
  { path: '/generateToken', operation: generateToken, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/authorize', operation: authorize, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/token', operation: token, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/revokeToken', operation: revokeToken, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/platformSelf', operation: platformSelf, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/validateAppAccess', operation: validateAppAccess, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/validateRedirectUri', operation: validateRedirectUri, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/exchangeToken', operation: exchangeToken, needs: 'anyone', budget: 'signIn' },
  { path: '/oauth2/signout', operation: signOut, needs: 'anyone', budget: 'signIn' },
];
