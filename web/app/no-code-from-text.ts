// The page's policy forbids `eval`. Without this setting zod would probe for it, and browsers would report a violation.
// Zod reads it when it is loaded, which most pages do only for what they load later.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
