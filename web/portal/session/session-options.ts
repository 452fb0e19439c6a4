/** What a session needs to know about its portal and the page it lives in. */
export interface SessionOptions {
  /** The portal's REST root. */
  restUrl: string;
  /** OAuth client id; empty when the organisation has none. */
  appId: string;
  /** Where our server signs in with this portal and keeps the refresh token, in the words of OAuth 2. */
  brokerUrl: string;
  /** `anonymous` never signs anybody in. */
  mode: 'redirect' | 'popup' | 'anonymous';
  /** Address the portal sends the person back to; registered there, character by character. */
  redirectUri: string;
  page: Window;
}

/** What the map SDK's identity manager takes (`registerToken`). `expires` is epoch milliseconds. */
export interface PortalCredential {
  server: string;
  token: string;
  expires: number;
  userId: string;
}
