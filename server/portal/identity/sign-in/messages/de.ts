import type { Messages } from './en.ts';

export const de: Messages = {
  signIn: 'Anmelden',
  leadApp: 'um mit {app} fortzufahren',
  username: 'Benutzername',
  password: 'Passwort',
  cancel: 'Abbrechen',
  returnTo: 'Danach kehren Sie zu {host} zurück',
  problem: 'Das hat nicht geklappt',
  wrong: 'Benutzername oder Passwort stimmt nicht. Prüfen Sie beides und versuchen Sie es erneut.',
  wait: 'Zu viele Versuche. Warten Sie {time} und versuchen Sie es dann erneut.',
  expired:
    'Diese Seite war zu lange offen, oder Ihr Browser lehnt ihr Cookie ab. Bitte versuchen Sie es erneut.',
  missingUsername: 'Geben Sie Ihren Benutzernamen ein.',
  missingPassword: 'Geben Sie Ihr Passwort ein.',
  cannotStart: 'Die Anmeldung kann nicht beginnen',
  unknownApp: 'Die Anwendung, von der Sie kommen, ist bei diesem Portal nicht registriert.',
  unknownRedirect: 'Die Anwendung wollte die Antwort an einer Adresse, die für sie nicht registriert ist.',
  whatToDo:
    'Sie wurden nicht weitergeleitet, und es wurde nichts weitergegeben. Gehen Sie zur Anwendung zurück; geschieht es wieder, sagen Sie es ihrem Betreiber.',
  signedOut: 'Sie sind abgemeldet',
  signedOutText: 'Sie können diese Seite schließen.',
  language: 'Sprache',
};
