import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { escape } from '../../platform/http/html.ts';

/** Path of the demo's feedback form on this server. */
export const demoFeedbackPath = '/integrations/samples/feedback';

const text = z.string().max(4000).catch('');
const filled = z.object({ page: text, map: text, lat: text, lng: text, note: text, language: text });
type Filled = z.infer<typeof filled>;

const style = `
:root { color-scheme: light dark; font: 16px/1.5 Roboto, system-ui, sans-serif; }
body { margin: 0; min-height: 100vh; display: grid; place-items: start center; background: light-dark(#f6f6f4, #161816); }
main { box-sizing: border-box; width: min(100%, 560px); margin-block: 32px; padding: 24px; border-radius: 12px;
  border: 1px solid light-dark(#e0e0dc, #3a3d39); background: light-dark(#fff, #1f221f); }
h1 { margin: 0 0 4px; font-size: 1.5rem; font-weight: 500; }
p { margin: 0 0 16px; color: light-dark(#5c5f5a, #b3b6b0); overflow-wrap: anywhere; }
label { display: grid; gap: 4px; margin-bottom: 16px; }
input, textarea { box-sizing: border-box; width: 100%; padding: 10px 12px; font: inherit; border-radius: 8px;
  border: 1px solid light-dark(#8b8e88, #8b8e88); background: transparent; color: inherit; }
button, a.button { display: inline-block; min-height: 44px; padding: 10px 20px; box-sizing: border-box; font: inherit; font-weight: 500;
  border: 0; border-radius: 8px; background: #78a942; color: #10160a; text-decoration: none; cursor: pointer; }
@media (max-width: 600px) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh; } }
`;

/** Only this page's own style, and posting the form to this server. */
const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`;

/** A small feedback form for the demo, filled in by the application's link. It discards what is sent. */
export async function demoFeedback(app: FastifyInstance): Promise<void> {
  app.get(demoFeedbackPath, (request, reply) => {
    const place = filled.parse(request.query ?? {});
    return send(reply, place.language, (words) => form(words, place));
  });
  app.post(demoFeedbackPath, (request, reply) => {
    const place = filled.parse(request.body ?? {});
    return send(reply, place.language, (words) => thanks(words, place));
  });
}

function send(reply: FastifyReply, input: string, content: (words: FormTexts) => string) {
  const { language, direction, words } = formWords(input);
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${words.title}</title><style>${style}</style></head><body><main>${content(words)}</main></body></html>`,
    );
}

function form(words: FormTexts, place: Filled): string {
  const at = place.lat && place.lng ? `${place.lat}, ${place.lng}` : place.page;
  const hidden = Object.entries(place)
    .filter(([name]) => name !== 'note')
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escape(value)}">`)
    .join('');
  return `<h1>${words.title}</h1><p>${words.why}</p>
<form method="post" action="${demoFeedbackPath}">${hidden}
${at ? `<p>${words.place}: <bdi>${escape(at)}</bdi></p>` : ''}
<label>${words.message}<textarea name="note" rows="6" maxlength="4000" required dir="auto">${escape(place.note)}</textarea></label>
<label>${words.email}<input type="email" name="email" autocomplete="email" maxlength="200"></label>
<button>${words.send}</button></form>`;
}

function thanks(words: FormTexts, { page }: Filled): string {
  // Links back to this server only.
  const back = /^\/(?![/\\])/.test(page) ? page : '';
  return `<h1>${words.thanks}</h1><p>${words.kept}</p>${back ? `<a class="button" href="${escape(back)}">${words.back}</a>` : ''}`;
}

/** Texts of the demo's feedback form. */
interface FormTexts {
  title: string;
  why: string;
  place: string;
  message: string;
  email: string;
  send: string;
  thanks: string;
  kept: string;
  back: string;
}

const english: FormTexts = {
  title: 'Feedback',
  why: 'Tell the city what you noticed on this map.',
  place: 'Where you were',
  message: 'Your message',
  email: 'Email, if you want an answer',
  send: 'Send',
  thanks: 'Thank you for your feedback',
  kept: 'This form belongs to the demo: what you wrote was not stored or sent to anybody.',
  back: 'Back to the map',
};

const words: Readonly<Record<string, FormTexts>> = {
  en: english,
  de: {
    title: 'Rückmeldung',
    why: 'Sagen Sie der Stadt, was Ihnen auf dieser Karte aufgefallen ist.',
    place: 'Wo Sie waren',
    message: 'Ihre Nachricht',
    email: 'E-Mail, wenn Sie eine Antwort möchten',
    send: 'Senden',
    thanks: 'Danke für Ihre Rückmeldung',
    kept: 'Dieses Formular gehört zur Demo: Was Sie geschrieben haben, wurde weder gespeichert noch gesendet.',
    back: 'Zurück zur Karte',
  },
  es: {
    title: 'Comentarios',
    why: 'Cuente a la ciudad lo que ha observado en este mapa.',
    place: 'Dónde estaba',
    message: 'Su mensaje',
    email: 'Correo electrónico, si desea respuesta',
    send: 'Enviar',
    thanks: 'Gracias por sus comentarios',
    kept: 'Este formulario es de la demostración: lo que ha escrito no se ha guardado ni enviado a nadie.',
    back: 'Volver al mapa',
  },
  fr: {
    title: 'Commentaires',
    why: 'Dites à la ville ce que vous avez remarqué sur cette carte.',
    place: 'Où vous étiez',
    message: 'Votre message',
    email: 'E-mail, si vous souhaitez une réponse',
    send: 'Envoyer',
    thanks: 'Merci pour vos commentaires',
    kept: 'Ce formulaire fait partie de la démonstration : votre texte n’a été ni conservé ni envoyé.',
    back: 'Retour à la carte',
  },
  nl: {
    title: 'Feedback',
    why: 'Vertel de stad wat u op deze kaart is opgevallen.',
    place: 'Waar u was',
    message: 'Uw bericht',
    email: 'E-mail, als u antwoord wilt',
    send: 'Versturen',
    thanks: 'Bedankt voor uw feedback',
    kept: 'Dit formulier hoort bij de demo: wat u schreef is niet bewaard of verstuurd.',
    back: 'Terug naar de kaart',
  },
  ru: {
    title: 'Отзыв',
    why: 'Сообщите городу, что вы заметили на этой карте.',
    place: 'Где вы были',
    message: 'Ваше сообщение',
    email: 'Эл. почта, если нужен ответ',
    send: 'Отправить',
    thanks: 'Спасибо за отзыв',
    kept: 'Эта форма — часть демонстрации: написанное не сохранено и никому не отправлено.',
    back: 'Вернуться к карте',
  },
  kk: {
    title: 'Пікір',
    why: 'Осы картадан не байқағаныңызды қалаға айтыңыз.',
    place: 'Сіз болған жер',
    message: 'Хабарламаңыз',
    email: 'Жауап керек болса, электрондық пошта',
    send: 'Жіберу',
    thanks: 'Пікіріңізге рақмет',
    kept: 'Бұл пішін демонстрацияға тиесілі: жазғаныңыз сақталған жоқ және ешкімге жіберілген жоқ.',
    back: 'Картаға оралу',
  },
  ar: {
    title: 'ملاحظات',
    why: 'أخبر المدينة بما لاحظته على هذه الخريطة.',
    place: 'أين كنت',
    message: 'رسالتك',
    email: 'البريد الإلكتروني إذا أردت جوابًا',
    send: 'إرسال',
    thanks: 'شكرًا على ملاحظاتك',
    kept: 'هذا النموذج جزء من العرض التجريبي: لم يُحفظ ما كتبته ولم يُرسل إلى أحد.',
    back: 'العودة إلى الخريطة',
  },
};

/** The texts of a language, else English. */
function formWords(language: string): {
  language: string;
  direction: 'ltr' | 'rtl';
  words: FormTexts;
} {
  const base = language.split('-', 1)[0] ?? '';
  const known = Object.hasOwn(words, base) ? base : 'en';
  return { language: known, direction: known === 'ar' ? 'rtl' : 'ltr', words: words[known] ?? english };
}
