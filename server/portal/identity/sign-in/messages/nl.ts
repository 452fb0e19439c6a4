import type { Messages } from './en.ts';

export const nl: Messages = {
  signIn: 'Inloggen',
  leadApp: 'om verder te gaan naar {app}',
  username: 'Gebruikersnaam',
  password: 'Wachtwoord',
  cancel: 'Annuleren',
  returnTo: 'Daarna gaat u terug naar {host}',
  problem: 'Dat is niet gelukt',
  wrong: 'De gebruikersnaam of het wachtwoord klopt niet. Controleer beide en probeer het opnieuw.',
  wait: 'Te veel pogingen. Wacht {time} en probeer het opnieuw.',
  expired: 'Deze pagina stond te lang open, of uw browser weigert de cookie. Probeer het opnieuw.',
  missingUsername: 'Vul uw gebruikersnaam in.',
  missingPassword: 'Vul uw wachtwoord in.',
  cannotStart: 'Inloggen kan niet beginnen',
  unknownApp: 'De toepassing waar u vandaan komt is niet bij dit portaal geregistreerd.',
  unknownRedirect: 'De toepassing vroeg om een antwoord op een adres dat niet voor haar is geregistreerd.',
  whatToDo:
    'U bent niet doorgestuurd en er is niets gedeeld. Ga terug naar de toepassing; gebeurt dit opnieuw, meld het dan aan de beheerder.',
  signedOut: 'U bent uitgelogd',
  signedOutText: 'U kunt deze pagina sluiten.',
  language: 'Taal',
};
