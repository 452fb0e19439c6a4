import type { Messages } from './en.ts';

export const es: Messages = {
  signIn: 'Iniciar sesión',
  leadApp: 'para continuar en {app}',
  username: 'Nombre de usuario',
  password: 'Contraseña',
  cancel: 'Cancelar',
  returnTo: 'Después volverá a {host}',
  problem: 'No ha funcionado',
  wrong: 'El nombre de usuario o la contraseña no es correcto. Compruebe ambos e inténtelo de nuevo.',
  wait: 'Demasiados intentos. Espere {time} e inténtelo de nuevo.',
  expired:
    'Esta página estuvo abierta demasiado tiempo, o su navegador rechaza su cookie. Inténtelo de nuevo.',
  missingUsername: 'Escriba su nombre de usuario.',
  missingPassword: 'Escriba su contraseña.',
  cannotStart: 'No se puede iniciar la sesión',
  unknownApp: 'La aplicación que le ha traído aquí no está registrada en este portal.',
  unknownRedirect: 'La aplicación pidió la respuesta en una dirección que no está registrada para ella.',
  whatToDo:
    'No se le ha enviado a ningún sitio ni se ha compartido nada. Vuelva a la aplicación; si se repite, avise a quien la gestiona.',
  signedOut: 'Ha cerrado la sesión',
  signedOutText: 'Puede cerrar esta página.',
  language: 'Idioma',
};
