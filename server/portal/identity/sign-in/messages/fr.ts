import type { Messages } from './en.ts';

export const fr: Messages = {
  signIn: 'Se connecter',
  leadApp: 'pour continuer vers {app}',
  username: 'Nom d’utilisateur',
  password: 'Mot de passe',
  cancel: 'Annuler',
  returnTo: 'Vous reviendrez ensuite à {host}',
  problem: 'Cela n’a pas fonctionné',
  wrong: 'Le nom d’utilisateur ou le mot de passe est incorrect. Vérifiez les deux et réessayez.',
  wait: 'Trop d’essais. Attendez {time}, puis réessayez.',
  expired:
    'Cette page est restée ouverte trop longtemps, ou votre navigateur refuse son cookie. Veuillez réessayer.',
  missingUsername: 'Saisissez votre nom d’utilisateur.',
  missingPassword: 'Saisissez votre mot de passe.',
  cannotStart: 'La connexion ne peut pas commencer',
  unknownApp: 'L’application qui vous a envoyé ici n’est pas enregistrée auprès de ce portail.',
  unknownRedirect: 'L’application demande une réponse à une adresse qui n’est pas enregistrée pour elle.',
  whatToDo:
    'Vous n’avez pas été redirigé et rien n’a été transmis. Revenez à l’application ; si cela se reproduit, prévenez la personne qui la gère.',
  signedOut: 'Vous êtes déconnecté',
  signedOutText: 'Vous pouvez fermer cette page.',
  language: 'Langue',
};
