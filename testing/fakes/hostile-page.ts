/**
 * A page that tries everything it should not be able to do to the application that frames it, and posts the
 * results to `/report`. It runs in the browser, so it is self-contained.
 */
export const hostilePage = `<!doctype html><title>Hostile</title><h1>Hostile</h1><script type="module">
const got = {};
const attempt = (name, act) => { try { got[name] = String(act()); } catch { got[name] = 'refused'; } };
attempt('document', () => parent.document.title);
attempt('storage', () => parent.sessionStorage.length + parent.localStorage.length);
attempt('address', () => top.location.href);
attempt('function', () => parent.fetch('/api/demo/config'));
attempt('sibling', () => parent.frames['street-photos'].document.title);
attempt('navigation', () => { top.location.href = location.origin + '/owned'; return 'gone'; });
attempt('navigation of the parent', () => { parent.location.replace(location.origin + '/owned'); return 'gone'; });
attempt('navigation of a sibling', () => { parent.frames['street-photos'].location.href = location.origin + '/owned'; return 'gone'; });
for (let each = 0; each < 5; each++) window.open(location.origin + '/window');
const messages = [];
addEventListener('message', (event) => messages.push(event.data));
const say = (words) => parent.postMessage(words, '*');
const far = { intg: 1, type: 'location', lat: 0, lng: 0, heading: 1 };
// Before it announced itself; for others; in other versions; damaged.
say({ ...far, id: window.name });
say({ intg: 1, id: window.name, type: 'ready', version: 1, wants: ['credentials', 'session'], captures: true });
for (const id of ['street-photos', 'hostile2', '__proto__', '']) {
  say({ ...far, id });
  say({ intg: 1, id, type: 'graphics', features: [] });
}
say({ ...far, id: window.name, lat: 91 });
say({ ...far, id: window.name, lng: '0' });
say({ ...far, id: window.name, intg: 2 });
say({ intg: 1, id: window.name, type: 'credentials', values: { apiKey: 'x' } });
say({ intg: 1, id: window.name, type: 'init', seq: 1e9, location: far, config: {}, locale: 'en', theme: 'dark' });
say({ intg: 1, id: window.name, type: 'open', url: 'javascript:alert(1)' });
say({ intg: 1, id: window.name, type: 'captured', inReplyTo: 1, picture: 'data:text/html;base64,AAAA' });
say({ intg: 1, id: window.name, type: 'graphics', features: [{ type: 'Feature', geometry: { type: 'Point', coordinates: [0, 0] }, properties: { title: '<img src=x onerror=alert(1)>', color: 'url(//x)' } }] });
// From a frame in the frame: another source.
const inner = document.createElement('iframe');
inner.srcdoc = '<script>for (let each = 0; each < 50; each++) top.postMessage(' + JSON.stringify({ ...far, id: window.name }) + ', "*")<' + '/script>';
document.body.append(inner);
const flood = () => {
  for (let each = 0; each < 2000; each++) {
    say({ intg: 1, id: window.name, type: 'status', state: 'ok', message: 'x'.repeat(200) });
    say({ intg: 1, id: window.name, type: 'open', url: 'https://evil.example/' + each });
    say({ intg: 1, id: window.name, type: 'graphics', features: Array(20).fill({}) });
  }
};
const report = () => fetch('/report', { method: 'POST', body: JSON.stringify({ got, messages, cookies: document.cookie }) });
let rounds = 0;
const again = () => {
  flood();
  if (++rounds < 5) setTimeout(again, 100);
  else report();
};
addEventListener('message', (event) => event.data?.type === 'visibility' && rounds === 0 && again());
</script>`;

/**
 * A vendor's script that attacks the application and the pages of other integrations, and writes the results
 * into an element of its own page.
 */
export const hostileScript = `
const got = {};
const attempt = (name, act) => { try { got[name] = String(act()); } catch { got[name] = 'refused'; } };
attempt('own storage', () => JSON.stringify([...Object.keys(localStorage), ...Object.keys(sessionStorage)].filter((key) => key !== 'mapping.language')));
attempt('cookies', () => document.cookie);
attempt('document', () => parent.document.title);
attempt('storage', () => parent.localStorage.length);
attempt('address', () => top.location.href);
attempt('page of photos', () => parent.frames['street-photos'].document.title);
attempt('page of work', () => parent.frames['work'].document.title);
attempt('navigation of the application', () => { top.location.href = 'https://evil.example/'; return 'gone'; });
attempt('navigation of a sibling', () => { parent.frames['work'].location.href = 'https://evil.example/'; return 'gone'; });
const application = document.querySelector('meta[name=application]').content;
const ask = (name, url) => fetch(url).then(({ status }) => { got[name] = String(status); }, () => { got[name] = 'refused'; });
Promise.all([
  ask('the application’s API', application + '/api/demo/config'),
  ask('its own origin’s API', location.origin + '/api/demo/config'),
  ask('another host', 'https://evil.example/'),
]).then(() => {
  const element = document.createElement('p');
  element.hidden = true;
  element.dataset.testid = 'hostile-report';
  element.textContent = JSON.stringify({ origin, got });
  document.body.append(element);
});
`;
