/** What a session needs to know about its portal and its page. */
export interface SessionOptions {
  /** The portal's REST root. */
  restUrl: string;
  /** OAuth client id; empty when the organisation has none. */
  appId: string;
  /** The server's OAuth 2 endpoint for this portal, which stores the refresh token. */
  brokerUrl: string;
  /** `anonymous` never signs in. */
  mode: 'redirect' | 'popup' | 'anonymous';
  /** The redirect URL, exactly as registered on the portal. */
  redirectUri: string;
  page: Window;
}

/** The argument of the map SDK's identity manager (`registerToken`). `expires` is epoch milliseconds. */
export interface PortalCredential {
  server: string;
  token: string;
  expires: number;
  userId: string;
}
