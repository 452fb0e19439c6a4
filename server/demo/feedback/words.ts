/** Texts of the demo's feedback form. */
export interface FormWords {
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

const english: FormWords = {
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

const words: Readonly<Record<string, FormWords>> = {
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
export function formWords(language: string): {
  language: string;
  direction: 'ltr' | 'rtl';
  words: FormWords;
} {
  const base = language.split('-', 1)[0] ?? '';
  const known = Object.hasOwn(words, base) ? base : 'en';
  return { language: known, direction: known === 'ar' ? 'rtl' : 'ltr', words: words[known] ?? english };
}
